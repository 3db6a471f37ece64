package dev.redliner.controller.journal;

import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * The events of runs, to read them again. All methods throw {@link org.springframework.dao.DataAccessException} if the
 * database is unavailable.
 */
public final class RecordedRuns {
    private static final int PAGE = 500;
    /** A run that was refused at once has no verdict. */
    private static final int RECENT = 5;

    private static final int MOST_RECENT = 100;
    private static final Duration LATELY = Duration.ofMinutes(1);

    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final StoredEvents events;

    public RecordedRuns(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
        events = new StoredEvents(jdbc, json);
    }

    /**
     * A run of the journal.
     *
     * @param service the definition of the service when the run began; empty if this version cannot read it
     * @param token the fencing token of the run
     * @param startedAt when the run was accepted
     */
    public record Recorded(String id, Optional<ServiceDefinition> service, long token, Instant startedAt) {}

    /** The run; empty if there is none. */
    public Optional<Recorded> find(String run) {
        return jdbc.sql("select definition, token, started_at from run where id = ?")
                .param(run)
                .query((row, number) -> new Recorded(
                        run,
                        Optional.ofNullable(StoredDefinition.read(json, row.getString("definition"))
                                .whole()),
                        row.getLong("token"),
                        row.getObject("started_at", OffsetDateTime.class).toInstant()))
                .optional();
    }

    /**
     * The newest verdict of a run.
     *
     * @param recent the verdicts of the run in the minute up to the newest, the newest first, {@value #MOST_RECENT} at
     *     most
     */
    public record LastVerdict(String run, List<Verdict> recent) {
        public LastVerdict {
            recent = List.copyOf(recent);
            if (recent.isEmpty()) {
                throw new IllegalArgumentException("run " + run + " without a verdict");
            }
        }

        /** The newest verdict. */
        public Verdict verdict() {
            return recent.get(0);
        }
    }

    /** The newest verdict of the newest run of a service whose events are kept; empty if there is none. */
    public Optional<LastVerdict> lastVerdict(String service) {
        List<OfRun> newest = jdbc.sql("select run_id, payload from run_event where kind = ? and run_id in"
                        + " (select id from run where service = ? order by started_at desc fetch first "
                        + RECENT + " rows only) order by at desc, seq desc fetch first " + MOST_RECENT + " rows only")
                .params(RunEvent.VerdictArrived.class.getSimpleName(), service)
                .query((row, number) -> new OfRun(
                        row.getString("run_id"),
                        json.readValue(row.getString("payload"), RunEvent.VerdictArrived.class)
                                .verdict()))
                .list();
        return newest.stream().findFirst().map(last -> new LastVerdict(last.run(), recent(last, newest)));
    }

    private record OfRun(String run, Verdict verdict) {}

    private static List<Verdict> recent(OfRun last, List<OfRun> newest) {
        Instant since = last.verdict().at().minus(LATELY);
        return newest.stream()
                .filter(it -> it.run().equals(last.run()) && it.verdict().at().isAfter(since))
                .map(OfRun::verdict)
                .toList();
    }

    /** Passes on each event of a run, in order. None are left some time after the end of the run. */
    public void read(String run, Consumer<Journalled> reader) {
        List<Journalled> page = events.after(run, 0, PAGE);
        while (!page.isEmpty()) {
            page.forEach(reader);
            page = events.after(run, page.get(page.size() - 1).sequence(), PAGE);
        }
    }
}
