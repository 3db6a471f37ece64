package dev.redliner.controller.run;

import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.traffic.ShareNoise;

/**
 * Decides from the traffic between the baseline share and the share that was asked for last. The test is a likelihood
 * ratio of the two shares. It allows each share the slack of the tier, and takes the counts for more uneven than single
 * draws. {@link Verdict#BASELINE} is wrong in less than one of 2,000 windows (Wald's bound).
 *
 * @param baseline the share to restore
 * @param held the share that was asked for last, or the nearest share that must be distinguished
 * @param slack permitted deviation of each share beside chance, as a fraction of the share
 * @param wide the slack for the check whether the traffic has the baseline share at all
 * @param dispersion variance of the counts, as a multiple of that of single draws
 */
record ShareTest(double baseline, double held, double slack, double wide, double dispersion) {
    private static final double SURE = Math.log(2_000);
    /**
     * Factor over the baseline share for the nearest share that must be distinguished. It applies unless a share above
     * the baseline was asked for last.
     */
    private static final double NEAREST = 1.25;

    private static final double REQUESTS = 100;
    private static final double SECONDS = 2;

    /** The result of the test. */
    enum Verdict {
        /** The traffic has the baseline share and not the other share. */
        BASELINE,
        /** The traffic does not have the baseline share. */
        OTHER,
        /** Too few requests to decide. */
        OPEN
    }

    /**
     * @param held the share that was asked for last; zero if it is unknown
     * @param noise unevenness of the run's traffic so far
     */
    static ShareTest of(RunFacts facts, double held, ShareNoise noise) {
        double baseline = facts.pool().baselineShare().fraction();
        // a step that heals may ask for the baseline itself: the higher share before it must still be excluded
        double other = held > baseline ? held : Math.min(1, NEAREST * baseline);
        // calm traffic may become uneven, so it is never taken for calmer than usual
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

    /** Whether the two shares are too close for any traffic to distinguish them. */
    boolean alike() {
        return held != baseline && Math.abs(held - baseline) <= slack * (held + baseline);
    }

    /** Whether the traffic favours the baseline, however little traffic there is. */
    boolean plausible(TickSum seen) {
        return seen.poolRequested() <= 0
                || seen.matches(baseline, wide, dispersion) && (alike() || evidence(seen) >= 0);
    }

    /** Logarithm of the likelihood ratio. Values above zero favour the baseline. */
    private double evidence(TickSum seen) {
        double share = seen.poolRequested() > 0 ? seen.requested() / seen.poolRequested() : baseline;
        return (logLikelihood(near(share, baseline), share) - logLikelihood(near(share, held), share))
                * seen.poolRequested()
                / dispersion;
    }

    /** The most likely share within the slack. */
    private double near(double seen, double share) {
        return Math.max(share * (1 - slack), Math.min(Math.min(1, share * (1 + slack)), seen));
    }

    /** Logarithm of the likelihood of one request. */
    private static double logLikelihood(double share, double seen) {
        double inside = Math.max(1e-9, Math.min(1 - 1e-9, share));
        return seen * Math.log(inside) + (1 - seen) * Math.log(1 - inside);
    }
}
