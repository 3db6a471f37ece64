package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One asked share with its evidence.
 *
 * @param number from 1
 * @param visit the number of the search's visit it is for
 * @param stage what it is for
 * @param from when it was asked
 * @param to when it ended; null while it lasts
 * @param load what it was meant to bring to the SUT, requests per second
 * @param held the share it asks for, which follows the pool's traffic
 * @param inEffect when every Envoy had confirmed the first one; null before
 * @param seen what happened since it was in effect
 * @param why why this load
 * @param ended why it ended; null while it lasts
 * @param counted whether its evidence counts
 * @param rules the last verdict of every rule in it
 */
public record Step(
        int number,
        int visit,
        String stage,
        Instant from,
        @Nullable Instant to,
        double load,
        HeldShare held,
        @Nullable Instant inEffect,
        TickSum seen,
        String why,
        @Nullable String ended,
        boolean counted,
        List<RuleVerdict> rules) {

    public Step {
        rules = List.copyOf(rules);
    }

    static Step asked(int number, int visit, String stage, Instant from, double load, Share asked, String why) {
        HeldShare held = HeldShare.asked(asked, from);
        return new Step(number, visit, stage, from, null, load, held, null, TickSum.NONE, why, null, true, List.of());
    }

    /** The tightest latency limit of the rules that back off; zero if they have none. */
    public Duration latencyLimit() {
        return Evidence.tightestLimit(rules);
    }

    /** The share that it asks for now. */
    public Share asked() {
        return held.share();
    }

    /** Its evidence goes on, as the load is to stay the same. */
    Step asking(Share other, Instant now) {
        HeldShare next = held.instead(other, now);
        return new Step(number, visit, stage, from, to, load, next, inEffect, seen, why, ended, counted, rules);
    }

    Step inEffectSince(Instant instant) {
        HeldShare confirmed = held.inEffectSince(instant);
        Instant first = inEffect == null ? instant : inEffect;
        return new Step(number, visit, stage, from, to, load, confirmed, first, seen, why, ended, counted, rules);
    }

    Step saw(Tick tick) {
        return new Step(
                number,
                visit,
                stage,
                from,
                to,
                load,
                held.saw(tick),
                inEffect,
                seen.plus(tick),
                why,
                ended,
                counted,
                rules);
    }

    Step judged(List<RuleVerdict> verdicts) {
        return new Step(number, visit, stage, from, to, load, held, inEffect, seen, why, ended, counted, verdicts);
    }

    Step ended(Instant instant, String reason, boolean counts) {
        return new Step(number, visit, stage, from, instant, load, held, inEffect, seen, why, reason, counts, rules);
    }

    /** Whether a tick lies wholly within its effect. */
    boolean covers(Tick tick) {
        return inEffect != null && !tick.from().isBefore(inEffect);
    }
}
