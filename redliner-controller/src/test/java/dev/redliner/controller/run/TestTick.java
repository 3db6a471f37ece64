package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tick in which the SUT answers all its requests and nothing is wrong, except for the changes of a test. */
public final class TestTick {
    private final Instant from;
    private final Instant to;
    private final double requested;
    private double completed;
    private double errors;
    private LatencyHistogram latency = LatencyHistogram.EMPTY;
    private double poolRequested;
    private double peerErrors;
    private LatencyHistogram peerLatency = LatencyHistogram.EMPTY;
    private @Nullable Double cpu;
    private double stalled;
    private Map<String, HostCounts> hosts = Map.of();
    private Overdue overdue = Overdue.NONE;
    private List<String> envoys = List.of();
    private @Nullable Late late;

    private TestTick(Instant from, Instant to, double requested) {
        this.from = from;
        this.to = to;
        this.requested = requested;
        this.completed = requested;
        this.poolRequested = requested;
    }

    /**
     * A tick of a pool without other hosts.
     *
     * @param requested requests sent to the SUT, all of them answered
     */
    public static TestTick of(Instant from, Instant to, double requested) {
        return new TestTick(from, to, requested);
    }

    public TestTick completed(double requests) {
        completed = requests;
        return this;
    }

    public TestTick errors(double requests) {
        errors = requests;
        return this;
    }

    public TestTick latency(LatencyHistogram histogram) {
        latency = histogram;
        return this;
    }

    /** Requests sent to the SUT and its peers together. */
    public TestTick pool(double requests) {
        poolRequested = requests;
        return this;
    }

    /** Latencies of the requests that the peers answered. */
    public TestTick peerLatency(LatencyHistogram histogram) {
        peerLatency = histogram;
        return this;
    }

    public TestTick peerErrors(double requests) {
        peerErrors = requests;
        return this;
    }

    TestTick cpu(double fraction) {
        cpu = fraction;
        return this;
    }

    TestTick stalled(double seconds) {
        stalled = seconds;
        return this;
    }

    TestTick hosts(Map<String, HostCounts> counts) {
        hosts = counts;
        return this;
    }

    public TestTick overdue(Overdue requests) {
        overdue = requests;
        return this;
    }

    TestTick envoys(String... ids) {
        envoys = List.of(ids);
        return this;
    }

    public TestTick late(@Nullable Late requests) {
        late = requests;
        return this;
    }

    public Tick tick() {
        return new Tick(
                from,
                to,
                requested,
                completed,
                errors,
                latency,
                poolRequested,
                peerErrors,
                poolRequested - requested,
                peerLatency,
                cpu,
                stalled,
                Map.of(),
                0.0,
                true,
                hosts,
                overdue,
                Overdue.NONE,
                envoys,
                late);
    }
}
