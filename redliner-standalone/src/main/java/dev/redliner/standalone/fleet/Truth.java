package dev.redliner.standalone.fleet;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;

/**
 * The true redline of a host: the highest mean rate of Poisson arrivals at which the objective holds, over long steady
 * runs of the same {@link HostModel} in virtual time. A run on the live host should find this rate.
 *
 * <p>It is found by bisection, once for each of {@value #RUNS} independent runs of {@value #REQUESTS} requests. Within
 * a run every rate is judged on the same random numbers (only the arrivals are moved closer together), so more load
 * never looks better by luck. The spread between the runs gives the standard error.
 *
 * @param rps requests per second
 * @param standardErrorRps of {@code rps}
 */
public record Truth(double rps, double standardErrorRps) {
    /**
     * Time that a loopback connection adds to the model's latency, as an Envoy in front of the host sees it: sockets,
     * event loops, the lateness of the timer that sends the answer. Measured on two cores at 350 requests per second:
     * 0.2 ms or more for 92% of the requests, 0.3 ms for 41%, 0.4 ms for 2%, 1 ms for 0.2%. The overhead hardly
     * matters: one millisecond more lowers the demo's redline by 0.7 requests per second.
     */
    public static final Duration MEASURED_OVERHEAD = Duration.ofNanos(300_000);

    static final int RUNS = 10;
    static final int REQUESTS = 500_000;
    private static final long SEED = 20_251_101;
    private static final double PRECISION = 1e-3;

    /**
     * The truth of a host reached over the given overhead. Takes about a second of CPU. The result is always the same.
     */
    public static Truth of(HostSettings settings, Objective objective, Duration overhead) {
        return of(settings, objective, overhead, REQUESTS);
    }

    static Truth of(HostSettings settings, Objective objective, Duration overhead, int requests) {
        double[] found = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            found[run] = new SteadyRun(settings, objective, overhead, requests, new SplittableRandom(SEED + run))
                    .highestRate(PRECISION);
        }
        double mean = DoubleStream.of(found).average().orElseThrow();
        double squares =
                DoubleStream.of(found).map(rps -> (rps - mean) * (rps - mean)).sum();
        return new Truth(mean, Math.sqrt(squares / (RUNS - 1) / RUNS));
    }
}
