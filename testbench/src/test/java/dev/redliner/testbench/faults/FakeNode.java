package dev.redliner.testbench.faults;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Reports a host's memory twice a second, as that host's own collector does, with a clock that can be set. */
final class FakeNode implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Topic samples;
    private final String pool;
    private final String host;
    private final long epoch = System.currentTimeMillis();
    private final Thread thread = new Thread(this::run, "fake-node");
    private volatile Duration skew = Duration.ZERO;
    private volatile boolean closed;
    private long sequence;

    FakeNode(String kafka, String pool, String host) {
        this.samples = new Topic(kafka, Topics.SAMPLES);
        this.pool = pool;
        this.host = host;
        thread.setDaemon(true);
        thread.start();
    }

    /** Sets the clock's lead over the true time. A negative value sets it behind. */
    void clockIs(Duration ahead) {
        skew = ahead;
    }

    private void run() {
        while (!closed) {
            var batch = new SampleBatch(
                    pool,
                    host,
                    "fake-node",
                    epoch,
                    ++sequence,
                    Instant.now().plus(skew),
                    INTERVAL,
                    Map.of("host.memory.used", 0.5),
                    Map.of(),
                    Map.of(),
                    List.of());
            samples.send(pool, SampleCodec.encode(batch));
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
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
