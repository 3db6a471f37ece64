package dev.redliner.controller.run;

/**
 * Tells the baseline share from the share that was asked for last, by the traffic: a likelihood ratio of the two, each
 * within the slack of the tier, with counts more uneven than single draws. {@link Verdict#BASELINE} is wrong less often
 * than once in 2,000 windows (Wald's bound).
 *
 * @param baseline the share to go back to
 * @param held the share that was asked for last, or the nearest one that must be told apart
 * @param slack what either may be off by beside chance, as a fraction of it
 * @param wide the same for whether the traffic is the baseline's at all
 * @param dispersion variance of the counts, in that of single draws
 */
record ShareTest(double baseline, double held, double slack, double wide, double dispersion) {
    private static final double SURE = Math.log(2_000);
    /** Unless a share above the baseline was asked for last, one so little above it must be told apart. */
    private static final double NEAREST = 1.25;

    private static final double REQUESTS = 100;
    private static final double SECONDS = 2;

    /** The answer of the traffic. */
    enum Verdict {
        /** It is the baseline's, and not the other one. */
        BASELINE,
        /** It is not the baseline's. */
        OTHER,
        /** Too few requests. */
        OPEN
    }

    /**
     * @param held the share that was asked for last; zero if that is not known
     * @param noise how uneven the traffic of the run was so far
     */
    static ShareTest of(RunFacts facts, double held, ShareNoise noise) {
        double baseline = facts.pool().baselineShare().fraction();
        // a step that heals may ask for the baseline itself: the higher share before it is to be excluded all the same
        double other = held > baseline ? held : Math.min(1, NEAREST * baseline);
        // a traffic that was calm may become uneven, so that it counts as no calmer than usual
        double dispersion = Math.max(facts.shareDispersion(), noise.dispersion(facts.shareDispersion()));
        return new ShareTest(baseline, other, facts.restoreSlack(), facts.shareSlack(), dispersion);
    }

    Verdict of(TickSum seen) {
        if (seen.seconds() < SECONDS || seen.poolRequested() < REQUESTS) {
            return Verdict.OPEN;
        }
        if (!seen.matches(baseline, wide, dispersion) || evidence(seen) < -SURE) {
            return Verdict.OTHER;
        }
        return held == baseline || evidence(seen) > SURE ? Verdict.BASELINE : Verdict.OPEN;
    }

    /** Whether the two are too near to be told apart by any traffic. */
    boolean alike() {
        return held != baseline && Math.abs(held - baseline) <= slack * (held + baseline);
    }

    /** Whether the traffic speaks for the baseline, however little of it there is. */
    boolean plausible(TickSum seen) {
        return seen.poolRequested() <= 0
                || seen.matches(baseline, wide, dispersion) && (alike() || evidence(seen) >= 0);
    }

    /** Logarithm of the likelihood ratio, above zero for the baseline. */
    private double evidence(TickSum seen) {
        double share = seen.poolRequested() > 0 ? seen.requested() / seen.poolRequested() : baseline;
        return (logLikelihood(near(share, baseline), share) - logLikelihood(near(share, held), share))
                * seen.poolRequested()
                / dispersion;
    }

    /** The likeliest share within the slack. */
    private double near(double seen, double share) {
        return Math.max(share * (1 - slack), Math.min(Math.min(1, share * (1 + slack)), seen));
    }

    /** Of one request. */
    private static double logLikelihood(double share, double seen) {
        double inside = Math.max(1e-9, Math.min(1 - 1e-9, share));
        return seen * Math.log(inside) + (1 - seen) * Math.log(1 - inside);
    }
}
