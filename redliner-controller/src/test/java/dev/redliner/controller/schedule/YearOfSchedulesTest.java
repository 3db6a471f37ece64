package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.TestSchema;
import dev.redliner.controller.service.StaleRevision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A year of schedules in virtual time, with both clock changes, lost rounds and controllers that are down. */
@Tag("slow")
class YearOfSchedulesTest {
    private static final Instant START = Instant.parse("2026-12-31T23:00:00Z");
    private static final Instant END = Instant.parse("2027-12-31T23:00:00Z");
    private static final int SERVICES = 12;

    private final DataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "", true);
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final NightRuns runs = new NightRuns(Duration.ofMinutes(2), 4);

    private void schedules() throws StaleRevision {
        TestSchema.recreate(database);
        var catalog = new ScheduleCatalog(jdbc, () -> START, () -> {});
        for (int i = 0; i < SERVICES; i++) {
            runs.has("s" + i);
            String text = Schedules.text(
                    "n" + i,
                    "s" + i,
                    "cron: \"30 2 * * *\"",
                    "zone: Europe/Berlin",
                    "window: 3h",
                    "priority: " + i % 3);
            catalog.apply(Schedules.parsed(text), text, OptionalLong.empty(), ScheduleCatalog.Author.of("ana"));
        }
    }

    private FiringRound round() {
        var transactions = new TransactionTemplate(new JdbcTransactionManager(database));
        return new FiringRound(jdbc, transactions, new ScheduleReader(), runs, runs);
    }

    private List<StoredFiring> all() {
        return new FiringTable(jdbc).between(START, END);
    }

    @Test
    void each_service_is_measured_once_on_each_local_date() throws StaleRevision {
        schedules();
        FiringRound round = round();
        for (Instant now = START; now.isBefore(END); now = skipQuiet(now, round)) {
            runs.at(now);
        }

        assertThat(runs.mostActive()).isEqualTo(4);
        assertThat(runs.begun()).hasSize(SERVICES * 365);
        assertThat(all()).hasSize(SERVICES * 365).allMatch(it -> it.state() == FiringState.STARTED);
        assertThat(all().stream()
                        .collect(Collectors.groupingBy(
                                it -> it.schedule() + it.slot().toLocalDate(), Collectors.counting()))
                        .values())
                .hasSize(SERVICES * 365)
                .allMatch(it -> it == 1);
    }

    /** Carries out a round, and leaves out those that are only for a lost waking. */
    private Instant skipQuiet(Instant now, FiringRound round) {
        Instant next = round.run(now);
        return next.equals(now.plus(FiringRound.LONGEST_PAUSE)) ? now.plus(Duration.ofHours(2)) : next;
    }

    @Test
    void controllers_that_are_down_at_random_lose_nothing_and_double_nothing() throws StaleRevision {
        schedules();
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Instant now = START;
        while (now.isBefore(END)) {
            runs.at(now);
            Instant next = round().run(now);
            boolean down = random.nextInt(200) == 0;
            now = down
                    ? now.plus(Duration.ofMinutes(random.nextInt(2880)))
                    : next.equals(now.plus(FiringRound.LONGEST_PAUSE)) ? now.plus(Duration.ofHours(2)) : next;
        }
        runs.at(END.plus(Duration.ofDays(3)));
        round().run(END.plus(Duration.ofDays(3)));

        assertThat(all()).hasSize(SERVICES * 365).noneMatch(it -> it.state() == FiringState.WAITING);
        assertThat(all().stream().filter(it -> it.state() == FiringState.STARTED))
                .hasSize((int) runs.begun().stream()
                        .filter(it -> it.at().isBefore(END))
                        .count())
                .hasSizeBetween(SERVICES * 200, SERVICES * 365 - 1);
        assertThat(all().stream().filter(it -> it.state() == FiringState.SKIPPED))
                .isNotEmpty()
                .noneMatch(it -> it.reason().isEmpty());
    }
}
