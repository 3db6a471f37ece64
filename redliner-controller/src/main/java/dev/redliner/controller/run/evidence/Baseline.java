package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pool before the ramp.
 *
 * @param metrics all metrics, by the name that rules use
 * @param seen sum of the ticks of the SUT
 * @param badFraction fraction of the SUT's requests that were bad, which is normal for this host
 * @param peers sum of the ticks of the peers
 * @param normal variation of the peers' counts from tick to tick
 * @param identity properties that stay the same until the SUT is restarted, redeployed or resized
 * @param unreported hosts without samples already at the baseline
 * @param until end of the newest tick
 * @param signals the signals of its ticks
 * @param cpus sum of the SUT's CPU over the ticks that report it
 * @param cpuTicks number of these ticks
 * @param envoys the time of the Envoys over its ticks
 */
public record Baseline(
        Map<String, Double> metrics,
        TickSum seen,
        double badFraction,
        PeerSum peers,
        PeerBaseline normal,
        Map<String, Double> identity,
        List<String> unreported,
        Instant until,
        SignalSum signals,
        double cpus,
        int cpuTicks,
        EnvoyTime envoys) {
    public Baseline {
        metrics = Map.copyOf(metrics);
        identity = Map.copyOf(identity);
        unreported = List.copyOf(unreported);
    }

    public static Baseline begun(Verdict verdict) {
        return new Baseline(
                verdict.metrics(),
                TickSum.NONE,
                0,
                PeerSum.NONE,
                PeerBaseline.UNKNOWN,
                verdict.identity(),
                verdict.missing(),
                verdict.at(),
                SignalSum.NONE,
                0,
                0,
                EnvoyTime.NONE);
    }

    /** Mean CPU of the SUT, of several hosts the busiest; null if it was not reported. */
    public @Nullable Double cpu() {
        return cpuTicks == 0 ? null : cpus / cpuTicks;
    }

    /**
     * Adds a tick.
     *
     * @param limit the tightest latency limit of the rules; zero if there is none
     */
    public Baseline observe(Verdict verdict, Tick tick, Duration limit) {
        TickSum sum = seen.plus(tick);
        SignalValues values = verdict.signals();
        Double cpu = tick.cpu();
        double bad = BadRequests.of(sum.errors(), sum.completed(), sum.latency(), sum.overdue(), limit);
        return new Baseline(
                verdict.metrics(),
                sum,
                sum.completed() > 0 ? Math.max(0, bad) / sum.completed() : badFraction,
                peers.plus(tick),
                normal.plus(verdict, tick),
                verdict.identity(),
                verdict.missing(),
                verdict.at(),
                values == null ? signals : signals.plus(values, tick.lengthSeconds()),
                cpus + (cpu == null ? 0 : cpu),
                cpuTicks + (cpu == null ? 0 : 1),
                envoys.plus(tick, values));
    }
}
