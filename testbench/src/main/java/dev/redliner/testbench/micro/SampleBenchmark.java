package dev.redliner.testbench.micro;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One sample batch on its way: a collector encodes it, an analyzer decodes it, adds it to a window and reads a
 * percentile. The batch holds the latencies of one reading of an Envoy, lognormal around 40 ms.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SampleBenchmark {
    private static final double MEDIAN_SECONDS = 0.04;
    private static final double SPREAD = 0.6;

    /** Requests in the batch. */
    @Param({"100", "10000"})
    public int requests;

    private LatencyHistogram latencies = LatencyHistogram.EMPTY;
    private LatencyHistogram window = LatencyHistogram.EMPTY;
    private SampleBatch batch = batchOf(0, LatencyHistogram.EMPTY);
    private byte[] encoded = {};

    /** Draws the latencies. */
    @Setup
    public void draw() {
        var random = new Random(requests);
        window = LatencyHistogram.EMPTY;
        for (int i = 0; i < 30; i++) {
            window = window.plus(drawn(random));
        }
        latencies = drawn(random);
        batch = batchOf(requests, latencies);
        encoded = SampleCodec.encode(batch);
    }

    private static SampleBatch batchOf(int requests, LatencyHistogram latencies) {
        return new SampleBatch(
                "checkout",
                "checkout-1",
                "edge-1",
                1,
                1,
                Instant.EPOCH,
                Duration.ofSeconds(1),
                Map.of(MetricNames.HOST_CPU, 0.4, MetricNames.ACTIVE, 12.0),
                Map.of(
                        MetricNames.REQUESTED, (double) requests,
                        MetricNames.COMPLETED, (double) requests,
                        MetricNames.ERRORS, 0.0),
                Map.of(MetricNames.LATENCY, latencies),
                List.of());
    }

    private LatencyHistogram drawn(Random random) {
        var counts = new TreeMap<Integer, Long>();
        double sum = 0;
        for (int i = 0; i < requests; i++) {
            double seconds = MEDIAN_SECONDS * Math.exp(SPREAD * random.nextGaussian());
            sum += seconds;
            counts.merge(LatencyHistogram.bucketOf(Duration.ofNanos((long) (seconds * 1e9))), 1L, Long::sum);
        }
        return LatencyHistogram.of(counts, sum);
    }

    /** From a batch to a record. */
    @Benchmark
    public byte[] encode() {
        return SampleCodec.encode(batch);
    }

    /** From a record to a batch, with all its checks. */
    @Benchmark
    public SampleBatch decode() {
        return SampleCodec.decode(encoded);
    }

    /** Adds the batch to a window of 30 readings. */
    @Benchmark
    public LatencyHistogram addToWindow() {
        return window.plus(latencies);
    }

    /** The 99th percentile of the window. */
    @Benchmark
    public double percentile() {
        return window.quantileSeconds(0.99);
    }
}
