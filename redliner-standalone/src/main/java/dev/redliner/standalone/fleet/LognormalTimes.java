package dev.redliner.standalone.fleet;

import java.util.SplittableRandom;

/**
 * Lognormal service times with a given mean {@code m} and coefficient of variation {@code v}: {@code exp(mu + sigma Z)}
 * with {@code sigma^2 = ln(1 + v^2)} and {@code mu = ln m - sigma^2 / 2}.
 */
final class LognormalTimes implements ServiceTimes {
    private final SplittableRandom random;
    private final double mu;
    private final double sigma;

    LognormalTimes(HostSettings settings, long seed) {
        double variance = Math.log1p(settings.serviceVariation() * settings.serviceVariation());
        this.random = new SplittableRandom(seed);
        this.mu = Math.log((double) settings.meanService().toNanos()) - variance / 2;
        this.sigma = Math.sqrt(variance);
    }

    @Override
    public long nextNanos() {
        return Math.round(Math.exp(mu + sigma * random.nextGaussian()));
    }
}
