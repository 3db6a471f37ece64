package dev.redliner.search.policy;

import dev.redliner.search.Precision;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.RedlinePosterior;

/**
 * The next load once the ramp is over: a quantile of the posterior below its median, so that most requests are served
 * on the safe side. The load is below any that broke, and at most a little above those that held. The redline may turn
 * out to lie far above the loads that held, as after a burst that ended the ramp. The search then climbs by short probes
 * again, or, on a small host, by probes at the median.
 *
 * @param stage {@link Stage#REFINE}, or {@link Stage#RAMP} to climb
 * @param load requests per second
 * @param why reason for this load, for users
 */
record RefineStep(Stage stage, double load, String why) implements Step {
    /** A probe is at most this multiple of the highest load that was judged good. */
    private static final double STEP = 1.04;
    /**
     * If the wanted load is above this multiple of the highest good load, the search climbs as the ramp does, by steps
     * of {@link #CLIMB_STEP}.
     */
    private static final double CLIMB = 1.08;

    private static final double CLIMB_STEP = 1.06;
    /** Above this multiple, the search climbs by steps of {@link #FAR_CLIMB_STEP}. */
    private static final double FAR_CLIMB = 1.3;

    private static final double FAR_CLIMB_STEP = 1.10;
    /** While the interval's half-width is above this, climbing on yields more than looking longer. */
    private static final double FAR_FROM_KNOWN = 0.15;
    /** A probe of this many seconds is no evidence if fewer than {@link #TELLING} requests may be bad in it. */
    private static final double SHORT_PROBE = 8;

    private static final double TELLING = 5;
    /** The half-width above which the interval counts as wide. */
    private static final double WIDE = 0.07;
    /** The quantile while a small host seems to be far below its redline. As many redlines are above it as below. */
    private static final double MEDIAN = 0.5;
    /** The exponent above which the knee counts as steep. */
    private static final double STEEP = 35;
    /** Each load that broke since the ramp lowers the quantile of the next probe by this factor. */
    private static final double MORE_CAREFUL = 0.88;
    /** A probe may go to this multiple of the highest good load even close below a load that broke. */
    private static final double AGAIN = 1.03;
    /** The next probe, as a part of a load that broke. */
    private static final double BELOW_BROKEN = 0.985;
    /**
     * The next probe if the whole host was queueing. It is farther away, because a posterior that led there is wrong.
     */
    private static final double BELOW_OVERLOAD = 0.94;
    /** A load below this quantile of the redline turned out to be no overload. */
    private static final double REFUTED_QUANTILE = 0.25;

    /**
     * @param most upper limit of the load regardless of the evidence; infinite unless a load just broke
     */
    static RefineStep from(double most, SearchSettings settings, ProbeHistory probes, RedlinePosterior known) {
        boolean farBelow = isFarBelow(probes, known);
        double quantile = farBelow ? careful(MEDIAN, probes) : quantile(settings.probe(), probes, known);
        double wanted = Math.min(
                Math.min(most, known.quantile(quantile)), Math.min(belowBroken(probes), belowOverload(probes, known)));
        double good = probes.highestGood();
        boolean far = wanted > CLIMB * good || (known.halfWidth() > FAR_FROM_KNOWN && wanted > good);
        if (far && probes.allowed() * good * SHORT_PROBE >= TELLING) {
            return climb(wanted, good);
        }
        double step = farBelow ? FAR_CLIMB_STEP : far ? CLIMB_STEP : STEP;
        double load = Math.min(wanted, step * good);
        return new RefineStep(Stage.REFINE, load, Reasons.probe(load, 1 - quantile, known.halfWidth()));
    }

    /** A load clear of one that just broke, requests per second. */
    static double clearOf(double broken) {
        return BELOW_BROKEN * broken;
    }

    private static double quantile(SearchSettings.Probe probe, ProbeHistory probes, RedlinePosterior known) {
        double usual = known.steepness() > STEEP ? probe.steep() : probe.usual();
        return careful(known.halfWidth() > WIDE ? probe.wide() : usual, probes);
    }

    private static double careful(double quantile, ProbeHistory probes) {
        return Math.pow(MORE_CAREFUL, probes.brokenBeyondRamp()) * quantile;
    }

    /**
     * Whether the last load of a small host showed nothing of the limit, and the interval is wider than 20%. One
     * pause of the host may have ended the ramp. Its many slow requests say so little about the redline that probes
     * below it would not find it in time.
     */
    private static boolean isFarBelow(ProbeHistory probes, RedlinePosterior known) {
        return known.halfWidth() > SearchSettings.WIDEST
                && probes.highestGood() < Precision.MOST_TWIN_RPS
                && RampStep.far(probes);
    }

    private static RefineStep climb(double wanted, double good) {
        double step = wanted > FAR_CLIMB * good ? FAR_CLIMB_STEP : CLIMB_STEP;
        double load = Math.min(wanted, step * good);
        return new RefineStep(Stage.RAMP, load, Reasons.climb(load));
    }

    /**
     * A load that broke is not retried at once. Probes approach it by small steps at most, each of which has to hold.
     */
    private static double belowBroken(ProbeHistory probes) {
        return Math.max(clearOf(probes.lowestBroken()), AGAIN * probes.highestGood());
    }

    /**
     * Keeps away from the last load that overloaded the host, as long as the evidence agrees that it was too high. From
     * there, probes go up by small steps, each of which has to hold.
     */
    private static double belowOverload(ProbeHistory probes, RedlinePosterior known) {
        return probes.lastOverload()
                .filter(overload -> overload.load() >= known.quantile(REFUTED_QUANTILE))
                .map(overload -> Math.max(BELOW_OVERLOAD * overload.load(), AGAIN * overload.carriedSince()))
                .orElse(Double.POSITIVE_INFINITY);
    }
}
