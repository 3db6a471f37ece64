package dev.redliner.standalone.traffic;

import java.util.SplittableRandom;

/**
 * The variation of the rate around its mean: {@code 1 + drift * sin(2 pi t / period) + n(t)}. Here {@code n} is
 * first-order autoregressive noise, one step per second: {@code n' = 0.8 n + 0.6 s Z}, so that its standard deviation
 * stays {@code s}.
 *
 * <p>In the first five seconds the traffic grows in steps of a fifth, so that code and connections are warm before the
 * load is full. Cold ones at full load leave backlogs that take a loaded host many seconds to work off.
 */
final class RateCurve {
    private static final double MEMORY = 0.8;
    private static final double WARM_UP_SECONDS = 5;

    private final LoadSettings settings;
    private final SplittableRandom random;
    private double noise;

    RateCurve(LoadSettings settings, long seed) {
        this.settings = settings;
        this.random = new SplittableRandom(seed);
    }

    /** The factor on the mean rate for the next second, for this time after the start. It is never below a tenth. */
    double nextFactor(double elapsedSeconds) {
        noise = MEMORY * noise + Math.sqrt(1 - MEMORY * MEMORY) * settings.noise() * random.nextGaussian();
        double period = settings.driftPeriod().toNanos() / 1e9;
        double swing = settings.drift() * Math.sin(2 * Math.PI * elapsedSeconds / period);
        return Math.min(1, (elapsedSeconds + 1) / WARM_UP_SECONDS) * Math.max(0.1, 1 + swing + noise);
    }
}
