package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.Arrays;

/**
 * What a median that moved says of the redline: that it lies below a load, or above it if the look was not bad.
 *
 * <p>Where a second holds few requests, too much was the load of the seconds that showed it, which is known as well as so
 * many arrivals are; the mean load of the look was not. Where it holds many, both are about the same load.
 *
 * @param lnLoad logarithm of that load in requests per second
 * @param spread how well the load is known, relative
 * @param tooMuch whether the look was bad
 */
record QueueingSign(double lnLoad, double spread, boolean tooMuch) {
    /** Chance that a sign is right, far from the load. */
    private static final double ACCURACY = 0.96;

    private static final double SPREAD = 0.02;
    /** Requests per second from which on the look's mean load is the one that the sign speaks of. */
    private static final double MANY = 150;
    /** Steepness of the logistic function that is closest to a normal distribution. */
    private static final double LOGISTIC = 1.7;
    /** Standard deviations beyond which nothing changes. */
    private static final double FAR = 30;

    static QueueingSign of(Visit visit, Criterion criterion) {
        boolean tooMuch = visit.outcome() == Outcome.BAD;
        double mean = visit.load(criterion);
        if (mean >= MANY) {
            return new QueueingSign(Math.log(mean), SPREAD, tooMuch);
        }
        double[] loads = visit.loads(criterion);
        int seconds = Math.min(loads.length, QueueTime.seconds(mean));
        double load = Arrays.stream(loads, loads.length - seconds, loads.length)
                .average()
                .orElseThrow();
        return new QueueingSign(Math.log(load), Math.sqrt(SPREAD * SPREAD + 1 / (seconds * load)), tooMuch);
    }

    double logLikelihood(double lnRedline) {
        double z = Math.max(-FAR, Math.min(FAR, (lnLoad - lnRedline) / spread));
        double above = 1 / (1 + Math.exp(-LOGISTIC * z));
        double agrees = tooMuch ? above : 1 - above;
        return Math.log((1 - ACCURACY) + (2 * ACCURACY - 1) * agrees);
    }
}
