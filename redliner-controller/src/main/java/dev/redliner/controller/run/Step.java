package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.evidence.EnvoyTime;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.InFlight;
import dev.redliner.controller.run.evidence.SignalSum;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.traffic.StepShare;
import dev.redliner.controller.run.traffic.TickBegin;
import dev.redliner.search.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load with the share that is asked for it, and its evidence.
 *
 * @param number number of the step, from 1
 * @param probe number of the probe in the search
 * @param stage purpose of the step
 * @param from when the share was asked for
 * @param to when the step ended; null while it lasts
 * @param load intended load of each host of the SUT, requests per second
 * @param held the share that is asked for, which follows the traffic of the pool
 * @param inEffect when every Envoy had confirmed the first share; null before
 * @param seen sum of the ticks since the step was in effect
 * @param why the reason for this load
 * @param ended the reason for its end; null while it lasts
 * @param counted whether the evidence counts
 * @param rules the last verdict of every rule in the step
 * @param signals the signals of its ticks
 * @param inFlight the requests in flight over its ticks
 * @param envoys the time of the Envoys over its ticks
 */
public record Step(
        int number,
        int probe,
        Stage stage,
        Instant from,
        @Nullable Instant to,
        double load,
        StepShare held,
        @Nullable Instant inEffect,
        TickSum seen,
        String why,
        @Nullable String ended,
        boolean counted,
        List<RuleVerdict> rules,
        SignalSum signals,
        InFlight inFlight,
        EnvoyTime envoys) {

    public Step {
        rules = List.copyOf(rules);
    }

    static Step asked(int number, int probe, Stage stage, Instant from, double load, Share asked, String why) {
        StepShare held = StepShare.asked(asked, from);
        return new Step(
                number,
                probe,
                stage,
                from,
                null,
                load,
                held,
                null,
                TickSum.NONE,
                why,
                null,
                true,
                List.of(),
                SignalSum.NONE,
                InFlight.NONE,
                EnvoyTime.NONE);
    }

    /** The tightest latency limit of the rules that back off; zero if there is none. */
    public Duration latencyLimit() {
        return Evidence.tightestLimit(rules);
    }

    /** The share that the step asks for now. */
    public Share asked() {
        return held.share();
    }

    /** Asks for another share. The evidence continues, because the load is to stay the same. */
    Step asking(Share other, Instant now) {
        StepShare next = held.instead(other, now);
        return new Step(
                number, probe, stage, from, to, load, next, inEffect, seen, why, ended, counted, rules, signals,
                inFlight, envoys);
    }

    Step inEffectSince(Instant instant) {
        StepShare confirmed = held.inEffectSince(instant);
        Instant first = inEffect == null ? instant : inEffect;
        return new Step(
                number, probe, stage, from, to, load, confirmed, first, seen, why, ended, counted, rules, signals,
                inFlight, envoys);
    }

    /**
     * Adds a tick.
     *
     * @param values the signals of the tick; null if it has none
     * @param hosts number of hosts in the SUT
     * @param now when the tick arrived
     */
    Step observe(Tick tick, @Nullable SignalValues values, int hosts, Instant now) {
        // a host's reading may have begun before the load was in effect, and its clock may be ahead
        Duration ahead = Duration.between(TickBegin.of(tick, now), tick.from());
        boolean ofStep = values != null
                && inEffect != null
                && !values.from().minus(ahead).isBefore(inEffect);
        return new Step(
                number,
                probe,
                stage,
                from,
                to,
                load,
                held.observe(tick, now),
                inEffect,
                seen.plus(tick),
                why,
                ended,
                counted,
                rules,
                ofStep && values != null ? signals.plus(values, tick.lengthSeconds()) : signals,
                inFlight.plus(tick, values, hosts),
                envoys.plus(tick, values));
    }

    Step judged(List<RuleVerdict> verdicts) {
        return new Step(
                number, probe, stage, from, to, load, held, inEffect, seen, why, ended, counted, verdicts, signals,
                inFlight, envoys);
    }

    Step ended(Instant instant, String reason, boolean counts) {
        return new Step(
                number, probe, stage, from, instant, load, held, inEffect, seen, why, reason, counts, rules, signals,
                inFlight, envoys);
    }

    /** Whether a tick that arrived now lies wholly in the time in which the step is in effect. */
    boolean covers(Tick tick, Instant now) {
        return inEffect != null && !TickBegin.of(tick, now).isBefore(inEffect);
    }
}
