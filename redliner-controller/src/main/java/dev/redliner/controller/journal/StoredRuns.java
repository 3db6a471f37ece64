package dev.redliner.controller.journal;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the reports of runs, including those of other versions. */
final class StoredRuns {
    private static final Logger log = LoggerFactory.getLogger(StoredRuns.class);

    private final JdbcClient jdbc;
    private final JsonMapper json;

    StoredRuns(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    Optional<RunReport> find(String run) {
        return jdbc.sql("select report from run where id = ?")
                .param(run)
                .query((row, number) -> json.readValue(row.getString("report"), RunReport.class))
                .optional();
    }

    Optional<String> state(String run) {
        return jdbc.sql("select state from run where id = ?")
                .param(run)
                .query(String.class)
                .optional();
    }

    List<RunJournal.Measured> measured(String service, int limit) {
        return jdbc
                .sql("select definition, report from run where service = ? and state = ?"
                        + " order by started_at desc fetch first " + Math.max(1, limit) + " rows only")
                .params(service, RunState.COMPLETED.name())
                .query((row, number) -> {
                    String definition = row.getString("definition");
                    String report = row.getString("report");
                    return readable(() -> new RunJournal.Measured(
                            json.readValue(definition, ServiceDefinition.class),
                            json.readValue(report, RunReport.class)));
                })
                // a stream of the query itself would keep its connection until the stream is closed
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    Map<String, Instant> lastCompleted() {
        Map<String, Instant> last = new HashMap<>();
        jdbc.sql("select service, max(started_at) as newest from run where state = ? group by service")
                .param(RunState.COMPLETED.name())
                .query((row, number) -> last.put(
                        row.getString("service"),
                        row.getObject("newest", OffsetDateTime.class).toInstant()))
                .list();
        return last;
    }

    List<RunReport> list(int limit) {
        return jdbc
                .sql("select report from run order by started_at desc fetch first " + Math.max(1, limit) + " rows only")
                .query((row, number) -> {
                    String report = row.getString("report");
                    return readable(() -> json.readValue(report, RunReport.class));
                })
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Ends a run with the contents of its report so far. An unreadable report is replaced. */
    void interrupt(RunJournal.Held run, String reason, Instant now) {
        RunReport report = interrupted(run, reason, now);
        jdbc.sql("update run set state = ?, report = ?, summary = ?, ended_at = ? where id = ?")
                .params(
                        RunState.INTERRUPTED.name(),
                        json.writeValueAsString(report),
                        json.writeValueAsString(RunSummary.of(report)),
                        now.atOffset(ZoneOffset.UTC),
                        run.run())
                .update();
    }

    private RunReport interrupted(RunJournal.Held run, String reason, Instant now) {
        return jdbc.sql("select report, started_at from run where id = ?")
                .param(run.run())
                .query((row, number) -> {
                    String report = row.getString("report");
                    Instant started =
                            row.getObject("started_at", OffsetDateTime.class).toInstant();
                    return readable(() -> json.readValue(report, RunReport.class))
                            .orElseGet(() -> RunReport.unknown(run.run(), run.pool(), started))
                            .interrupted(reason, now);
                })
                .single();
    }

    /** Empty if this version cannot parse the stored text. The plausibility of the values is not checked here. */
    private static <T> Optional<T> readable(Supplier<T> stored) {
        try {
            return Optional.of(stored.get());
        } catch (JacksonException e) {
            log.warn("a stored run report cannot be read by this version and is omitted: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
