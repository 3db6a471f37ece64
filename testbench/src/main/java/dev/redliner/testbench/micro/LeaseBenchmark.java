package dev.redliner.testbench.micro;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.lease.LeaseBook;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.OrderResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The redirector's leases while runs are active in many pools at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LeaseBenchmark {
    private static final Duration VALID_FOR = Duration.ofSeconds(3);
    private static final Duration MAX_VALIDITY = Duration.ofSeconds(10);
    private static final Instant START = Instant.EPOCH;

    /** Pools with a live lease. */
    @Param({"1", "1000"})
    public int pools;

    private LeaseBook book = new LeaseBook(MAX_VALIDITY);
    private List<PoolRecord> records = List.of();
    private long orders;

    /** Opens a lease in every pool. */
    @Setup
    public void open() {
        book = new LeaseBook(MAX_VALIDITY);
        records = IntStream.range(0, pools)
                .mapToObj(i -> PoolRecord.declared(pool("pool-" + i), 1))
                .toList();
        orders = 0;
        for (int i = 0; i < pools; i++) {
            renew();
        }
    }

    private static Pool pool(String name) {
        List<Host> hosts = IntStream.range(0, 10)
                .mapToObj(i -> new Host(name + "-" + i, "127.0.0.1", 8080 + i, null))
                .toList();
        return new Pool(
                name,
                Tier.BACK_END,
                hosts,
                List.of(hosts.get(0).id()),
                Share.ofFraction(0.1),
                Share.ofFraction(0.5),
                null,
                new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "127.0.0.1", 10_000, List.of()));
    }

    /** Rules on the next order that renews a lease, one pool after the other. */
    @Benchmark
    public OrderResult renew() {
        PoolRecord record = records.get((int) (orders % pools));
        orders++;
        var order = new RedirectOrder(
                record.name(), "run", 1, orders, Action.SHIFT, Share.ofFraction(0.2), START, VALID_FOR, 1);
        return book.rule(order, record, new Moment(START, 0));
    }

    /** The live leases, as the redirector lists them after each order. */
    @Benchmark
    public List<Lease> live() {
        return book.live(new Moment(START, 0));
    }
}
