package dev.redliner.search.policy;

import dev.redliner.search.HostRedline;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.RedlineOfHost;
import dev.redliner.search.estimate.RedlinePosterior;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a search: the redline and its interval, if the evidence is enough for one. */
final class Conclusion {
    private static final double SAFE_QUANTILE = 0.05;
    /** The ends of the interval, before {@link #FARTHER_DOWN} and {@link #LESS_UP} (docs/search.md). */
    private static final double LOW_QUANTILE = 0.02;

    private static final double HIGH_QUANTILE = 0.975;
    /**
     * Unobserved bursts can only lower the redline. The interval therefore reaches farther down than the posterior, and
     * less far up.
     */
    private static final double FARTHER_DOWN = 0.975;

    private static final double LESS_UP = 0.99;
    /** {@link #FARTHER_DOWN} for the safe rate. Measured: docs/decisions/0019. */
    private static final double SAFE_FARTHER_DOWN = 0.985;

    /**
     * A long probe at this part of the load that could be brought meanwhile counts as one at all of it. The load is
     * asked for at its beginning, and traffic changes: with a swing of 8% within a minute, that part is 0.9 or more.
     */
    static final double ABOUT_ALL = 0.9;

    /** Half-width, as a fraction, above which one host of a set has no redline. */
    private static final double WIDEST_OF_HOST = 0.20;

    private Conclusion() {}

    static Redline redline(RedlinePosterior known) {
        double estimate = known.estimate();
        double low = Math.min(estimate, low(known));
        double high = Math.max(estimate, known.quantile(HIGH_QUANTILE) * LESS_UP);
        return new Redline(
                estimate,
                low,
                high,
                Math.min(estimate, safe(known)),
                known.limitingRule(),
                false,
                known.hosts().stream()
                        .map(host -> host(host, known.of(host), known.limitingRule(), low, estimate, high))
                        .toList());
    }

    private static double low(RedlinePosterior known) {
        return known.quantile(LOW_QUANTILE) * FARTHER_DOWN;
    }

    private static double safe(RedlinePosterior known) {
        return known.quantile(SAFE_QUANTILE) * SAFE_FARTHER_DOWN;
    }

    /**
     * The set's redline if the host limits the set. Otherwise the host's own redline if it was observed, or else the
     * load that the host carried and is certain to carry.
     */
    private static HostRedline host(
            String host, RedlineOfHost known, @Nullable String rule, double setLow, double set, double setHigh) {
        if (known.limitsSet()) {
            return new HostRedline(host, setLow, set, setHigh, rule);
        }
        double estimate = known.estimate();
        double low = known.quantile(LOW_QUANTILE) * FARTHER_DOWN;
        double high = Math.max(estimate, known.quantile(HIGH_QUANTILE) * LESS_UP);
        return known.seen(estimate) && Redline.halfWidth(low, high) <= WIDEST_OF_HOST
                ? new HostRedline(host, low, estimate, high, known.limitingRule())
                : new HostRedline(host, Math.min(low, known.carried()), null, null, null);
    }

    /**
     * The plan after all the load that may be brought held in a long probe, with the redline above it. The redline is at
     * least that load. There is a safe rate only if a rule's counts are evidence about load.
     */
    static Plan allPassed(ProbeResult top, RedlinePosterior known) {
        double seen = top.load();
        boolean computed = known.limitingRule() != null;
        List<HostRedline> hosts = top.byHost().entrySet().stream()
                .map(host -> carried(known.of(host.getKey()), host.getKey(), host.getValue()))
                .toList();
        return new Plan.Done(
                new Redline(
                        seen,
                        computed ? Math.min(seen, low(known)) : seen,
                        Double.POSITIVE_INFINITY,
                        computed ? (Double) Math.min(seen, safe(known)) : null,
                        null,
                        true,
                        hosts),
                Reasons.allPassed());
    }

    /** A host of a set that carried all the load. */
    private static HostRedline carried(RedlineOfHost known, String host, double load) {
        double low = known.limitingRule() == null ? load : Math.min(load, known.quantile(LOW_QUANTILE) * FARTHER_DOWN);
        return new HostRedline(host, low, null, null, null);
    }

    /**
     * Whether the redline is this run's own finding and not just that of an earlier run. Evidence that fits no load at
     * all is no finding either.
     */
    static boolean measured(RedlinePosterior known) {
        double estimate = known.estimate();
        return Double.isFinite(estimate) && known.measured(estimate);
    }

    /**
     * @param probes the evidence
     * @param highestLoad the highest load that can be brought, requests per second
     * @param ramping whether the knee was not reached yet
     * @param why the reason for the end of the search, for users
     */
    static Plan of(RedlinePosterior known, ProbeHistory probes, double highestLoad, boolean ramping, String why) {
        Redline redline = redline(known);
        if (known.limitingRule() == null) {
            return new Plan.GivenUp(Reasons.noRule(why));
        }
        if (ramping) {
            return new Plan.GivenUp(Reasons.notReached(why));
        }
        if (known.beyond(highestLoad)) {
            return probes.confirmedTop()
                    .map(top -> allPassed(top, known))
                    .orElseGet(() -> new Plan.GivenUp(Reasons.topNotConfirmed(why, highestLoad)));
        }
        if (!measured(known)) {
            return new Plan.GivenUp(Reasons.earlierOnly(why));
        }
        double widest = SearchSettings.widest(probes.requests());
        if (redline.halfWidth() > widest) {
            return new Plan.GivenUp(Reasons.tooWide(why, redline.low(), redline.high(), widest));
        }
        boolean own = known.boundedAbove(redline.rps());
        return new Plan.Done(redline, own ? why : Reasons.notHigherIsKnown(why));
    }
}
