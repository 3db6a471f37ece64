package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HarmReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.journal.JdbcRunJournal;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class HarmHistoryTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant START = Instant.parse("2027-01-10T02:30:00Z");

    private final DataSource database =
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    private final JdbcClient jdbc = JdbcClient.create(database);
    private Instant now = START;
    private HarmHistory history;

    @BeforeEach
    void migrate() {
        TestSchema.recreate(database);
        var transactions = new TransactionTemplate(new JdbcTransactionManager(database));
        history = new HarmHistory(jdbc, new JdbcRunJournal(jdbc, transactions, JSON), () -> now);
    }

    private static String report(String id, double harm) {
        RunReport unknown = RunReport.unknown(id, "checkout", START);
        return JSON.writeValueAsString(new RunReport(
                id,
                "checkout",
                "back-end",
                List.of("checkout-1"),
                RunState.COMPLETED,
                null,
                START,
                START,
                null,
                null,
                new HarmReport(harm, 0.001, 50_000, 0),
                null,
                null,
                unknown.steps(),
                null,
                List.of(),
                null));
    }

    private void run(String id, String service, @Nullable Instant ended, String report) {
        jdbc.sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition, report)"
                        + " values (?, ?, 1, 'COMPLETED', ?, 'test', ?, '{}', ?)")
                .params(
                        id,
                        service,
                        Timestamp.from(START.minus(Duration.ofDays(30))),
                        ended == null ? null : Timestamp.from(ended),
                        report)
                .update();
    }

    private void rewrite(String id, String report) {
        jdbc.sql("update run set report = ? where id = ?").params(report, id).update();
    }

    @Test
    void the_runs_of_the_last_seven_days_count_once_they_are_over() {
        run("checkout-1", "checkout", START.minus(Duration.ofDays(8)), report("checkout-1", 1));
        run("checkout-2", "checkout", START.minus(Duration.ofDays(6)), report("checkout-2", 20));
        run("checkout-3", "checkout", null, report("checkout-3", 300));
        run("till-1", "till", START.minus(Duration.ofDays(1)), report("till-1", 4_000));
        assertThat(history.of("checkout"))
                .containsExactly(new RunHarm("checkout-2", START.minus(Duration.ofDays(6)), OptionalDouble.of(20)));
        now = START.plus(Duration.ofDays(1)).plusSeconds(1);
        assertThat(history.of("checkout")).isEmpty();
    }

    @Test
    void the_report_of_a_run_is_read_once_and_again_only_while_it_cannot_be_read() {
        run("checkout-2", "checkout", START, report("checkout-2", 20));
        run("checkout-3", "checkout", START, "{\"id\": ");
        assertThat(history.of("checkout"))
                .extracting(RunHarm::requests)
                .containsExactlyInAnyOrder(OptionalDouble.of(20), OptionalDouble.empty());
        rewrite("checkout-2", report("checkout-2", 21));
        rewrite("checkout-3", report("checkout-3", 30));
        assertThat(history.of("checkout"))
                .extracting(RunHarm::requests)
                .containsExactlyInAnyOrder(OptionalDouble.of(20), OptionalDouble.of(30));
    }
}
