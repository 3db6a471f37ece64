package dev.redliner.standalone.fleet;

import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The mean load that one host of the demo carries while its load swings as the demo's traffic does, beside that of even
 * traffic. The p99 is that of all requests of many swings.
 */
final class TruthUnderSwing {
    private static final HostSettings HOST =
            new HostSettings(18, Duration.ofMillis(45), 0.6, Duration.ZERO, 600, Duration.ofSeconds(3));
    private static final long LIMIT_NANOS =
            Duration.ofMillis(270).minus(Truth.MEASURED_OVERHEAD).toNanos();
    private static final double PERIOD_SECONDS = 240;
    private static final double MEMORY = 0.8;
    private static final int REQUESTS = 1_000_000;
    private static final int RUNS = 10;

    private TruthUnderSwing() {}

    public static void main(String[] arguments) {
        print(0, 0);
        print(0, 0.01);
        print(0.03, 0.01);
        print(0.05, 0.01);
    }

    /**
     * @param swing amplitude, as a fraction of the rate
     * @param noise standard deviation from second to second, as a fraction of the rate
     */
    private static void print(double swing, double noise) {
        double sum = 0;
        double squares = 0;
        for (int run = 0; run < RUNS; run++) {
            double rps = highestRate(swing, noise, run);
            sum += rps;
            squares += rps * rps;
        }
        double mean = sum / RUNS;
        System.out.printf(
                Locale.ROOT,
                "swing %.0f%%, noise %.0f%%: %.1f rps (standard error %.1f)%n",
                100 * swing,
                100 * noise,
                mean,
                Math.sqrt(Math.max(0, squares / RUNS - mean * mean) / (RUNS - 1)));
    }

    private static double highestRate(double swing, double noise, int run) {
        double holds = 0.5 * HOST.saturationRps();
        double breaks = 1.1 * HOST.saturationRps();
        while (breaks - holds > 1e-3 * breaks) {
            double rate = (holds + breaks) / 2;
            if (slowFraction(rate, swing, noise, run) <= Objective.TAIL) {
                holds = rate;
            } else {
                breaks = rate;
            }
        }
        return (holds + breaks) / 2;
    }

    private static double slowFraction(double rps, double swing, double noise, int run) {
        var random = new SplittableRandom(run);
        var times = new LognormalTimes(HOST, random.nextLong());
        var model = new HostModel(HOST, times, 0);
        double now = 0;
        double second = 0;
        double around = 0;
        double rate = rps;
        int slow = 0;
        for (int i = 0; i < REQUESTS; i++) {
            double exponential = random.nextExponential();
            // the rate changes each second, in which the rest of the gap passes at the new rate
            while (now + exponential / rate > second) {
                exponential -= Math.max(0, second - now) * rate;
                now = Math.max(now, second);
                around = MEMORY * around + Math.sqrt(1 - MEMORY * MEMORY) * noise * random.nextGaussian();
                rate = rps * (1 + swing * Math.sin(2 * Math.PI * second / PERIOD_SECONDS) + around);
                second++;
            }
            now += exponential / rate;
            long arrival = Math.round(now * 1e9);
            slow += model.arrive(arrival).completionNanos() - arrival >= LIMIT_NANOS ? 1 : 0;
        }
        return (double) slow / REQUESTS;
    }
}
