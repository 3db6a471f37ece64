package dev.redliner.controller.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.TestSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The behaviour required of every database, with one subclass for each. */
abstract class TrafficStoreTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private TrafficStore store;
    private JdbcClient jdbc;

    /** A database that may be emptied. */
    abstract DataSource database();

    @BeforeEach
    void migrate() {
        DataSource database = database();
        TestSchema.recreate(database);
        jdbc = JdbcClient.create(database);
        store = new JdbcTrafficStore(jdbc, new TransactionTemplate(new DataSourceTransactionManager(database)));
    }

    @Test
    void what_was_written_is_read_in_order_and_within_the_time_that_was_asked_for() {
        TrafficHour noon = hour("shop", NOON, 12, 300);
        TrafficHour one = hour("shop", NOON.plus(Duration.ofHours(1)), 3, 40);
        store.write(List.of(one, noon, hour("cart", NOON, 12, 300)));

        List<TrafficSlot> all = new ArrayList<>(noon.slots());
        all.addAll(one.slots());
        assertThat(store.slots("shop", NOON, NOON.plus(Duration.ofHours(2)))).isEqualTo(all);
        assertThat(store.slots("shop", NOON.plusSeconds(600), NOON.plusSeconds(900)))
                .containsExactly(noon.slots().get(2));
        assertThat(store.slots("nobody", NOON, NOON.plus(Duration.ofHours(2)))).isEmpty();
    }

    @Test
    void an_hour_that_is_written_again_changes_only_if_more_is_known_of_it() {
        store.write(List.of(hour("shop", NOON, 6, 300)));
        store.write(List.of(hour("shop", NOON, 5, 300)));
        assertThat(slots()).hasSize(6);
        store.write(List.of(hour("shop", NOON, 12, 300)));
        store.write(List.of(hour("shop", NOON, 12, 300)));
        assertThat(slots()).hasSize(12);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void several_controllers_write_the_same_hour_once() throws Exception {
        var hours = IntStream.range(0, 250)
                .mapToObj(i -> hour("pool-" + i, NOON, 12, 300))
                .toList();
        var threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Boolean> write = () -> {
                store.write(hours);
                return true;
            };
            for (var done : threads.invokeAll(Collections.nCopies(4, write))) {
                try {
                    done.get();
                } catch (ExecutionException e) {
                    // a thread that was slower by an instant, or waited too long for another one. It finds the rows the
                    // next time
                    assertThat(e).hasCauseInstanceOf(DataAccessException.class);
                }
            }
        } finally {
            threads.shutdownNow();
        }
        store.write(hours);
        assertThat(rows()).isEqualTo(250);
    }

    @Test
    void what_is_too_old_is_deleted_a_few_days_at_once_whosever_it_was() {
        for (int day = 0; day < 10; day++) {
            store.write(List.of(hour("shop", NOON.plus(Duration.ofDays(day)), 12, 300)));
        }
        Instant cutoff = NOON.plus(Duration.ofDays(7));
        assertThat(store.deleteBefore(cutoff)).isEqualTo(3);
        assertThat(store.deleteBefore(cutoff)).isEqualTo(3);
        assertThat(store.deleteBefore(cutoff)).isEqualTo(1);
        assertThat(store.deleteBefore(cutoff)).isZero();
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void reading_keeps_no_connection() {
        store.write(List.of(hour("shop", NOON, 12, 300)));
        for (int i = 0; i < 30; i++) {
            assertThat(slots()).hasSize(12);
        }
    }

    @Test
    void nothing_is_deleted_of_an_empty_table() {
        assertThat(store.deleteBefore(NOON)).isZero();
    }

    @Test
    void a_large_hour_fits_its_row() {
        var slots = IntStream.range(0, 12)
                .mapToObj(i -> new TrafficSlot(
                        NOON.plus(TrafficSlot.LENGTH.multipliedBy(i)), 30_000_000_000L, 100_000_000, 300))
                .toList();
        store.write(List.of(new TrafficHour("shop", NOON, slots)));
        assertThat(slots()).isEqualTo(slots);
    }

    private List<TrafficSlot> slots() {
        return store.slots("shop", NOON, NOON.plus(Duration.ofHours(1)));
    }

    private long rows() {
        return jdbc.sql("select count(*) from traffic_hour").query(Long.class).single();
    }

    private static TrafficHour hour(String pool, Instant start, int slots, int seconds) {
        return new TrafficHour(
                pool,
                start,
                IntStream.range(0, slots)
                        .mapToObj(i -> new TrafficSlot(
                                start.plus(TrafficSlot.LENGTH.multipliedBy(i)), 100L * seconds, 130 + i, seconds))
                        .toList());
    }
}
