package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.TestSchema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class RoundTriggerTest {
    private static final ScheduleSettings SETTINGS =
            new ScheduleSettings(4, Duration.ofDays(400), Duration.ofMillis(100), Duration.ofMillis(200));

    private final AtomicInteger rounds = new AtomicInteger();

    private RoundTrigger trigger(DataSource database, UnaryOperator<Instant> round) {
        return new RoundTrigger(database, round, SETTINGS, InstantSource.system());
    }

    private Instant inAnHour(Instant now) {
        rounds.incrementAndGet();
        return now.plus(Duration.ofHours(1));
    }

    private static DataSource h2() {
        var database = new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        TestSchema.recreate(database);
        return database;
    }

    @Test
    void a_round_begins_at_the_start_and_when_a_schedule_changes() {
        RoundTrigger trigger = trigger(h2(), this::inAnHour);
        trigger.start();
        await().until(() -> rounds.get() == 1);

        await().until(() -> {
            trigger.wake();
            return rounds.get() > 1;
        });
        trigger.stop();
        assertThat(trigger.isRunning()).isFalse();
    }

    @Test
    void a_round_that_fails_leaves_the_next_one_to_be_tried() {
        DataSource database = h2();
        RoundTrigger failing = trigger(database, now -> {
            rounds.incrementAndGet();
            throw new IllegalStateException("no database");
        });
        failing.start();
        await().until(() -> rounds.get() == 1);
        await().until(() -> {
            failing.wake();
            return rounds.get() > 1;
        });
        failing.stop();
    }

    @Test
    void the_round_of_a_controller_that_was_killed_is_taken_over() {
        DataSource database = h2();
        OffsetDateTime longAgo = OffsetDateTime.now(ZoneOffset.UTC).minusMinutes(5);
        JdbcClient.create(database)
                .sql("insert into scheduler_task (task_name, task_instance, execution_time, picked, picked_by,"
                        + " last_heartbeat, version) values ('firing-round', 'all-schedules', ?, true, 'killed', ?, 1)")
                .params(longAgo, longAgo)
                .update();

        RoundTrigger alive = trigger(database, this::inAnHour);
        alive.start();
        await().until(() -> rounds.get() == 1);
        alive.stop();
    }

    @Test
    void of_several_controllers_on_one_database_one_at_a_time_carries_out_rounds() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            DataSource database = postgres.getPostgresDatabase();
            TestSchema.recreate(database);
            AtomicInteger under = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            UnaryOperator<Instant> round = now -> {
                most.accumulateAndGet(under.incrementAndGet(), Math::max);
                rounds.incrementAndGet();
                under.decrementAndGet();
                return now;
            };
            RoundTrigger one = trigger(database, round);
            RoundTrigger two = trigger(database, round);
            one.start();
            two.start();
            await().until(() -> rounds.get() >= 20);

            one.stop();
            int before = rounds.get();
            await().until(() -> rounds.get() >= before + 5);
            two.stop();
            assertThat(most).hasValue(1);
        }
    }
}
