package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
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
 * @param asked the share
 * @param inEffect when every Envoy had confirmed it; null before
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
        Share asked,
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
        return new Step(number, visit, stage, from, null, load, asked, null, TickSum.NONE, why, null, true, List.of());
    }

    Step inEffectSince(Instant instant) {
        return new Step(number, visit, stage, from, to, load, asked, instant, seen, why, ended, counted, rules);
    }

    Step saw(Tick tick) {
        return new Step(
                number, visit, stage, from, to, load, asked, inEffect, seen.plus(tick), why, ended, counted, rules);
    }

    Step judged(List<RuleVerdict> verdicts) {
        return new Step(number, visit, stage, from, to, load, asked, inEffect, seen, why, ended, counted, verdicts);
    }

    Step ended(Instant instant, String reason, boolean counts) {
        return new Step(number, visit, stage, from, instant, load, asked, inEffect, seen, why, reason, counts, rules);
    }

    /** Whether a tick lies wholly within its effect. */
    boolean covers(Tick tick) {
        return inEffect != null && !tick.from().isBefore(inEffect);
    }
}
