package dev.redliner.controller.traffic;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Measures the cost of stored traffic on an H2 file and on PostgreSQL: the space of a day of traffic of 500 pools in
 * the database, the time of the controller to write it, and the time to read a month of one pool.
 */
public final class CostOfStoredTraffic {
    private static final int POOLS = 500;
    private static final int DAYS = 7;
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    private CostOfStoredTraffic() {}

    /** Prints two lines. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("redliner-traffic");
        var h2 = JdbcConnectionPool.create("jdbc:h2:" + folder.resolve("cost") + ";WRITE_DELAY=0", "sa", "");
        measure("H2", h2);
        JdbcClient.create(h2).sql("shutdown compact").update();
        System.out.printf(
                Locale.ROOT, "H2: %.2f MB a day, compacted%n", Files.size(folder.resolve("cost.mv.db")) / 1e6 / DAYS);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            measure("PostgreSQL", postgres.getPostgresDatabase());
            long bytes = JdbcClient.create(postgres.getPostgresDatabase())
                    .sql("select pg_total_relation_size('traffic_hour')")
                    .query(Long.class)
                    .single();
            System.out.printf(Locale.ROOT, "PostgreSQL: %.2f MB a day, indexes included%n", bytes / 1e6 / DAYS);
        }
        System.exit(0);
    }

    private static void measure(String name, DataSource database) {
        Flyway.configure().dataSource(database).load().migrate();
        var store = new JdbcTrafficStore(
                JdbcClient.create(database), new TransactionTemplate(new DataSourceTransactionManager(database)));
        var chance = new Random(7);
        long began = System.nanoTime();
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        for (int hour = 0; hour < 24 * DAYS; hour++) {
            Instant start = START.plus(Duration.ofHours(hour));
            store.write(IntStream.range(0, POOLS)
                    .mapToObj(pool -> hour("pool-" + pool, start, chance))
                    .toList());
        }
        double seconds = (System.nanoTime() - began) / 1e9 / DAYS / 24;
        double busy = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9 / DAYS / 24;
        began = System.nanoTime();
        int slots =
                store.slots("pool-7", START, START.plus(Duration.ofDays(31))).size();
        System.out.printf(
                Locale.ROOT,
                "%s: an hour of %d pools is written in %.2f s with %.2f s of CPU; %d slots of a pool are read in %.0f"
                        + " ms%n",
                name,
                POOLS,
                seconds,
                busy,
                slots,
                (System.nanoTime() - began) / 1e6);
    }

    private static TrafficHour hour(String pool, Instant start, Random chance) {
        return new TrafficHour(
                pool,
                start,
                IntStream.range(0, 12)
                        .mapToObj(slot -> new TrafficSlot(
                                start.plus(TrafficSlot.LENGTH.multipliedBy(slot)),
                                300L * (800 + chance.nextInt(400)),
                                1_300 + chance.nextInt(300),
                                300))
                        .toList());
    }
}
