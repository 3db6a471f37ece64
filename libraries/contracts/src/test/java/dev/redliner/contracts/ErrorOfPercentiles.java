package dev.redliner.contracts;

import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How far percentiles of summed histograms are from those of all requests. Ten hosts have the same kind of latencies, and
 * each is slower than the one before it: the slowest takes twice as long as the fastest. Beside it, the mean of the
 * hosts' own exact percentiles. Prints the rows of a table.
 */
final class ErrorOfPercentiles {
    private static final int HOSTS = 10;
    private static final int TRIALS = 200;
    private static final double[] QUANTILES = {0.5, 0.99, 0.999};
    private static final int[] REQUESTS = {1_000, 10_000, 100_000};

    private final Random random = new Random(1);

    private ErrorOfPercentiles() {}

    private record Kind(String name, ToDoubleFunction<Random> seconds) {}

    public static void main(String[] arguments) {
        Stream.of(
                        new Kind("exponential", random -> -0.05 * Math.log(1 - random.nextDouble())),
                        new Kind("lognormal", random -> 0.05 * Math.exp(0.8 * random.nextGaussian())),
                        new Kind(
                                "two kinds of requests",
                                random -> random.nextInt(50) == 0
                                        ? 0.4 + 0.05 * random.nextGaussian()
                                        : 0.02 + 0.002 * random.nextGaussian()),
                        new Kind("heavy tail", random -> 0.01 * Math.pow(1 - random.nextDouble(), -1 / 1.5)))
                .forEach(kind -> new ErrorOfPercentiles().print(kind));
    }

    private void print(Kind kind) {
        for (int requests : REQUESTS) {
            var row = new StringBuilder(String.format(Locale.ROOT, "| %s | %,d |", kind.name(), requests));
            for (double quantile : QUANTILES) {
                row.append(errors(kind, requests, quantile));
            }
            System.out.println(row);
        }
    }

    private String errors(Kind kind, int requests, double quantile) {
        var ofSum = new double[TRIALS];
        var ofMean = new double[TRIALS];
        for (int trial = 0; trial < TRIALS; trial++) {
            double[][] latencies = latencies(kind, requests / HOSTS);
            double exact = exact(
                    Arrays.stream(latencies).flatMapToDouble(Arrays::stream).toArray(), quantile);
            double mean = Arrays.stream(latencies)
                    .mapToDouble(host -> exact(host, quantile))
                    .average()
                    .orElseThrow();
            ofSum[trial] = Math.abs(summed(latencies).quantileSeconds(quantile) / exact - 1);
            ofMean[trial] = Math.abs(mean / exact - 1);
        }
        return String.format(
                Locale.ROOT,
                " %.2f / %.2f%% | %.1f%% |",
                100 * exact(ofSum, 0.5),
                100 * exact(ofSum, 0.95),
                100 * exact(ofMean, 0.5));
    }

    private double[][] latencies(Kind kind, int requests) {
        var latencies = new double[HOSTS][requests];
        for (int host = 0; host < HOSTS; host++) {
            double slower = 1 + (double) host / (HOSTS - 1);
            for (int i = 0; i < requests; i++) {
                latencies[host][i] = slower * Math.max(1e-4, kind.seconds().applyAsDouble(random));
            }
        }
        return latencies;
    }

    /** The smallest of the values that at least this fraction of them do not exceed. */
    private static double exact(double[] values, double quantile) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(0, Math.ceil(quantile * sorted.length) - 1)];
    }

    private static LatencyHistogram summed(double[][] latencies) {
        return Arrays.stream(latencies)
                .map(ErrorOfPercentiles::histogram)
                .reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus);
    }

    private static LatencyHistogram histogram(double[] latencies) {
        var counts = new TreeMap<Integer, Long>();
        for (double seconds : latencies) {
            counts.merge(LatencyHistogram.bucketOf(Duration.ofNanos((long) (1e9 * seconds))), 1L, Long::sum);
        }
        return LatencyHistogram.of(counts, Arrays.stream(latencies).sum());
    }
}
