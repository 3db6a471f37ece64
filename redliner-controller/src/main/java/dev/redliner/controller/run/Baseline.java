package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The pool before the ramp.
 *
 * @param metrics every metric by the name that rules use
 * @param seen what happened at the SUT
 * @param badFraction fraction of its requests that were bad: what is normal for this host
 * @param peers what happened at the peers
 * @param normal how that varied from tick to tick
 * @param identity what stays the same as long as the SUT is not restarted, redeployed or resized
 * @param unreported hosts that nobody reported on even then
 * @param until end of its newest tick
 */
public record Baseline(
        Map<String, Double> metrics,
        TickSum seen,
        double badFraction,
        PeerSum peers,
        PeerNormal normal,
        Map<String, Double> identity,
        List<String> unreported,
        Instant until) {
    public Baseline {
        metrics = Map.copyOf(metrics);
        identity = Map.copyOf(identity);
        unreported = List.copyOf(unreported);
    }

    static Baseline begun(Verdict verdict) {
        return new Baseline(
                verdict.metrics(),
                TickSum.NONE,
                0,
                PeerSum.NONE,
                PeerNormal.UNKNOWN,
                verdict.identity(),
                verdict.missing(),
                verdict.at());
    }

    /**
     * With one more tick.
     *
     * @param limit the tightest latency limit of the rules; zero if they have none
     */
    Baseline saw(Verdict verdict, Tick tick, Duration limit) {
        TickSum sum = seen.plus(tick);
        double bad = Harm.bad(sum.errors(), sum.completed(), sum.latency(), sum.overdue(), limit);
        return new Baseline(
                verdict.metrics(),
                sum,
                sum.completed() > 0 ? Math.max(0, bad) / sum.completed() : badFraction,
                peers.plus(tick),
                normal.plus(verdict, tick),
                verdict.identity(),
                verdict.missing(),
                verdict.at());
    }
}
