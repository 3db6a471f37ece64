package dev.redliner.service;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Windows of rules that hold enough requests before a run. A rule whose window holds fewer than {@code minSamples}
 * requests at the normal load is UNKNOWN from the start, and a run could not begin.
 */
public final class RuleWindows {
    /** A longer window would take too much of a run's time at the baseline, and would react too late. */
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** Number of standard deviations by which chance may reduce the requests in a window. */
    private static final double CHANCE = 3;

    /** Variance of the number of requests in a window, as a multiple of its mean: page loads have several requests. */
    private static final double DISPERSION = 1.5;

    private static final int STEP_SECONDS = 5;

    private RuleWindows() {}

    /**
     * The service with longer windows where the declared ones are too short for the traffic. The windows are at most 3
     * minutes, and within the number of samples that a window may have. Rules that only report keep their windows.
     *
     * @param poolRps requests per second of the whole pool without a run; empty if they are not known, and no window is
     *     changed
     */
    public static ServiceDefinition holding(ServiceDefinition service, OptionalDouble poolRps) {
        double perHost = perHost(service.pool(), poolRps);
        if (!(perHost > 0)) {
            return service;
        }
        Duration allowed = longest(service.sampling());
        Duration most = allowed.compareTo(LONGEST) < 0 ? allowed : LONGEST;
        List<RuleSpec> rules = service.rules().stream()
                .map(rule -> rule.onFail() == OnFail.REPORT ? rule : rule.over(longer(rule, perHost, most)))
                .toList();
        return rules.equals(service.rules()) ? service : service.judgedBy(rules);
    }

    /**
     * The normal load of a host of the SUT, requests per second; 0 if it is not known.
     *
     * @param poolRps requests per second of the whole pool without a run
     */
    public static double perHost(Pool pool, OptionalDouble poolRps) {
        return poolRps.orElse(0) * pool.baselineShare().fraction() / pool.sut().size();
    }

    /** The longest window that a rule may declare. */
    public static Duration longest(Sampling sampling) {
        Duration kept = sampling.nearRedline().multipliedBy(RulesSection.MOST_SAMPLES);
        return kept.compareTo(RulesSection.LONGEST_WINDOW) < 0 ? kept : RulesSection.LONGEST_WINDOW;
    }

    private static Duration longer(RuleSpec rule, double perHost, Duration most) {
        Duration needed = needed(rule, perHost);
        Duration within = needed.compareTo(most) < 0 ? needed : most;
        return within.compareTo(rule.window()) > 0 ? within : rule.window();
    }

    /**
     * A window that holds the requests that a rule needs almost always, in steps of 5 s.
     *
     * @param perHost requests per second at one host, above zero
     */
    public static Duration needed(RuleSpec rule, double perHost) {
        double steps = Math.ceil(requests(rule.minSamples()) / perHost / STEP_SECONDS);
        return Duration.ofSeconds((long) steps * STEP_SECONDS);
    }

    /** The mean number of requests of a window that holds the given number almost always. */
    private static double requests(long atLeast) {
        if (atLeast == 0) {
            return 0;
        }
        double spread = CHANCE * Math.sqrt(DISPERSION);
        return Math.pow((spread + Math.sqrt(spread * spread + 4.0 * atLeast)) / 2, 2);
    }
}
