package dev.redliner.search.twin;

/**
 * Fits the speed of one twin, a comparison at a time: first by large steps, then by small ones around the best.
 *
 * @param around the twin that the present steps start from
 * @param best the best twin so far
 * @param tried number of comparisons so far
 */
record SpeedFit(Candidate around, Candidate best, int tried) {
    private static final double[] STEPS = {-0.08, -0.04, 0.04, 0.08, -0.032, -0.016, 0.016, 0.032};
    private static final int LARGE = 4;

    static SpeedFit of(Candidate candidate) {
        return new SpeedFit(candidate, candidate, 0);
    }

    boolean ended() {
        return tried == STEPS.length;
    }

    SpeedFit next(TwinRecord record, ArrivalTimes arrivals, Misfit misfit) {
        Candidate from = tried == LARGE ? best : around;
        TwinHost host = from.host().slower(from.host().slower() * Math.exp(STEPS[tried]));
        Candidate other = Candidate.of(record, host, arrivals, misfit);
        return new SpeedFit(from, other.misfit() < best.misfit() ? other : best, tried + 1);
    }
}
