package dev.redliner.search.twin;

/**
 * Fits the service times of one twin to all seconds of the run, a comparison at a time. They come from the quiet seconds,
 * which hold few slow requests. Rounds change the speed and the spread alternately, in smaller and smaller steps. Each
 * round starts from the best twin so far.
 *
 * @param around the twin that the present round started from
 * @param best the best twin so far
 * @param tried number of comparisons so far
 */
record ServiceFit(Candidate around, Candidate best, int tried) {
    /** Steps of the logarithm of the speed in the first, third and fifth round, and of the spread in the others. */
    private static final double[][] ROUNDS = {
        {-0.08, -0.04, 0.04, 0.08},
        {-0.3, -0.15, 0.15, 0.3},
        {-0.06, -0.03, 0.03, 0.06},
        {-0.15, -0.07, 0.07, 0.15},
        {-0.032, -0.016, 0.016, 0.032}
    };

    private static final int STEPS = ROUNDS[0].length;

    static ServiceFit of(Candidate candidate) {
        return new ServiceFit(candidate, candidate, 0);
    }

    boolean ended() {
        return tried == ROUNDS.length * STEPS;
    }

    ServiceFit next(ReplayTraffic traffic, Misfit misfit) {
        Candidate from = tried % STEPS == 0 ? best : around;
        Candidate other = Candidate.of(traffic, stepped(from.host()), misfit);
        return new ServiceFit(from, other.misfit() < best.misfit() ? other : best, tried + 1);
    }

    private TwinHost stepped(TwinHost host) {
        int round = tried / STEPS;
        double factor = Math.exp(ROUNDS[round][tried % STEPS]);
        return round % 2 == 0 ? host.slower(host.slower() * factor) : host.spread(factor);
    }
}
