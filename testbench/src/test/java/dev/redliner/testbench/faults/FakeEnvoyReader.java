package dev.redliner.testbench.faults;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Reports twice a second that an Envoy sent no requests, as the collector of an idle Envoy does. */
final class FakeEnvoyReader implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Topic samples;
    private final String pool;
    private final String sut;
    private final String envoy;
    private final long epoch = System.currentTimeMillis();
    private final Thread thread = new Thread(this::run, "fake-envoy-reader");
    private volatile boolean closed;

    FakeEnvoyReader(String kafka, String pool, String sut, String envoy) {
        this.samples = new Topic(kafka, Topics.SAMPLES);
        this.pool = pool;
        this.sut = sut;
        this.envoy = envoy;
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (long sequence = 1; !closed; sequence++) {
            // on the grid of the real collectors, so that all ticks end together
            long millis = System.currentTimeMillis();
            Instant end = Instant.ofEpochMilli(millis - millis % INTERVAL.toMillis());
            for (String host : List.of(sut, SampleBatch.PEERS)) {
                samples.send(pool, SampleCodec.encode(batch(host, sequence, end)));
            }
            LockSupport.parkNanos(
                    Duration.between(Instant.now(), end.plus(INTERVAL).plusMillis(5))
                            .toNanos());
        }
    }

    private SampleBatch batch(String host, long sequence, Instant end) {
        return new SampleBatch(
                pool,
                host,
                "fake-reader",
                epoch,
                sequence,
                end,
                INTERVAL,
                Map.of(),
                Map.of(MetricNames.REQUESTED, 0.0, MetricNames.COMPLETED, 0.0, MetricNames.ERRORS, 0.0),
                Map.of(MetricNames.LATENCY, LatencyHistogram.EMPTY),
                List.of(),
                envoy);
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        samples.close();
    }
}
