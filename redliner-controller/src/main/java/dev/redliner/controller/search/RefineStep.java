package dev.redliner.controller.search;

/**
 * The next load once the ramp is over: a quantile of the posterior below its median, so that most requests are served on
 * the safe side; below what broke, and at most a little above what held. Where the redline turns out to lie far above
 * what held, as after a burst that ended the ramp, it climbs by short looks again.
 *
 * @param stage {@link Stage#REFINE}, or {@link Stage#RAMP} to climb
 * @param load requests per second
 * @param why why this load, for a person
 */
record RefineStep(Stage stage, double load, String why) {
    /** A probe is at most this over the highest load that was seen good. */
    private static final double STEP = 1.04;
    /** Wanted so much above what was good, it climbs as the ramp does, by steps of the second. */
    private static final double CLIMB = 1.08;

    private static final double CLIMB_STEP = 1.06;
    /** So far above, it climbs by larger ones. */
    private static final double FAR_CLIMB = 1.3;

    private static final double FAR_CLIMB_STEP = 1.10;
    /** While the interval's half-width is more than this, more is learnt by going on than by looking longer. */
    private static final double FAR_FROM_KNOWN = 0.15;
    /** A look of so many seconds tells nothing if fewer requests may be bad in it. */
    private static final double SHORT_LOOK = 8;

    private static final double TELLING = 5;
    /** The interval's half-width above which it is called wide. */
    private static final double WIDE = 0.07;
    /** The exponent of the knee above which it is called steep. */
    private static final double STEEP = 35;
    /** Each load that broke since the ramp makes the next probes more careful by this factor of their quantile. */
    private static final double MORE_CAREFUL = 0.88;
    /** The most that a probe may be above what was good, once a load has broken. */
    private static final double AGAIN = 1.03;
    /** The next probe's part of a load that broke. */
    private static final double BELOW_BROKEN = 0.985;
    /** Where the whole host was queueing, the next probe is farther away: a posterior that led there is wrong. */
    private static final double BELOW_OVERLOAD = 0.94;
    /** A load below this quantile of the redline was no overload after all. */
    private static final double REFUTED_QUANTILE = 0.25;

    /**
     * @param most not above this load, whatever is known; infinite if nothing just broke
     */
    static RefineStep from(double most, SearchSettings settings, Visits visits, RedlinePosterior known) {
        double quantile = quantile(settings.probe(), visits, known);
        double wanted = Math.min(
                Math.min(most, known.quantile(quantile)), Math.min(belowBroken(visits), belowOverload(visits, known)));
        double good = visits.highestGood();
        boolean far = wanted > CLIMB * good || (known.halfWidth() > FAR_FROM_KNOWN && wanted > good);
        if (far && visits.allowed() * good * SHORT_LOOK >= TELLING) {
            return climb(wanted, good);
        }
        double load = Math.min(wanted, (far ? CLIMB_STEP : STEP) * good);
        return new RefineStep(Stage.REFINE, load, Reasons.probe(load, 1 - quantile, known.halfWidth()));
    }

    /** Clear of a load that just broke, requests per second. */
    static double clearOf(double broken) {
        return BELOW_BROKEN * broken;
    }

    private static double quantile(SearchSettings.Probe probe, Visits visits, RedlinePosterior known) {
        double usual = known.steepness() > STEEP ? probe.steep() : probe.usual();
        return Math.pow(MORE_CAREFUL, visits.brokenBeyondRamp()) * (known.halfWidth() > WIDE ? probe.wide() : usual);
    }

    private static RefineStep climb(double wanted, double good) {
        double step = wanted > FAR_CLIMB * good ? FAR_CLIMB_STEP : CLIMB_STEP;
        double load = Math.min(wanted, step * good);
        return new RefineStep(Stage.RAMP, load, Reasons.climb(load));
    }

    /** What broke is not tried again at once: closer by small steps at most, each of which has to hold. */
    private static double belowBroken(Visits visits) {
        return Math.max(clearOf(visits.lowestBroken()), AGAIN * visits.highestGood());
    }

    /**
     * Away from the last load that overloaded the host, as long as the evidence agrees that it was too much; from there up
     * by small steps, each of which has to hold.
     */
    private static double belowOverload(Visits visits, RedlinePosterior known) {
        return visits.lastOverload()
                .filter(overload -> overload.load() >= known.quantile(REFUTED_QUANTILE))
                .map(overload -> Math.max(BELOW_OVERLOAD * overload.load(), AGAIN * overload.carriedSince()))
                .orElse(Double.POSITIVE_INFINITY);
    }
}
