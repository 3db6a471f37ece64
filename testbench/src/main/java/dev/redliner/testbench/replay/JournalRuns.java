package dev.redliner.testbench.replay;

import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.JdbcRunJournal;
import dev.redliner.controller.journal.RecordedRuns;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.Replay;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.search.SearchSettings;
import dev.redliner.standalone.restore.JournalFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/**
 * The searches of the runs in a database. Their calls are not stored. The run is repeated from the events of its
 * journal, which leads to the same calls only with the search that made them.
 */
public final class JournalRuns {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST = 1_000;

    private final JdbcRunJournal journal;
    private final RecordedRuns events;
    private final Consumer<String> problems;

    private JournalRuns(JdbcClient jdbc, Consumer<String> problems) {
        journal = new JdbcRunJournal(jdbc, TransactionOperations.withoutTransaction(), JSON);
        events = new RecordedRuns(jdbc, JSON);
        this.problems = problems;
    }

    /**
     * Reads the searches of all runs that are over, the oldest first.
     *
     * @param problems receives a message for each run whose search cannot be repeated
     * @throws org.springframework.dao.DataAccessException if the database is in use or cannot be read
     */
    public static List<RecordedSearch> of(JournalFile file, Consumer<String> problems) {
        var database = new SingleConnectionDataSource(file.url(), true);
        try {
            return new JournalRuns(JdbcClient.create(database), problems).all();
        } finally {
            database.destroy();
        }
    }

    private List<RecordedSearch> all() {
        var searches = new ArrayList<RecordedSearch>();
        List<RunReport> reports = journal.list(MOST);
        if (reports.size() == MOST) {
            problems.accept("Only the newest " + MOST + " runs are read.");
        }
        reports.stream()
                .filter(report -> report.state().over())
                .sorted(Comparator.comparing(RunReport::startedAt))
                .forEach(report -> search(report).ifPresent(searches::add));
        return searches;
    }

    private Optional<RecordedSearch> search(RunReport report) {
        Optional<RecordedRuns.Recorded> run =
                events.find(report.id()).filter(it -> it.service().isPresent());
        if (run.isEmpty()) {
            problems.accept("The definition of run " + report.id() + " cannot be read.");
            return Optional.empty();
        }
        var recorder = new SearchRecorder();
        var facts = new RunFacts(
                report.id(),
                run.get().service().orElseThrow(),
                run.get().token(),
                // to the nanosecond, unlike the column
                report.startedAt(),
                SearchSettings.DEFAULT,
                recorder);
        Replay replay = repeated(facts);
        if (!replay.lost().isEmpty() || replay.sequence() == 0) {
            problems.accept("Run " + report.id() + " cannot be repeated: "
                    + (replay.sequence() == 0 ? "its journal is empty." : replay.lost()));
            return Optional.empty();
        }
        RunReport again = RunReports.of(replay.run(), replay.until().orElseThrow());
        if (!Objects.equals(again.result(), report.result())) {
            problems.accept("Run " + report.id() + " is left out: its search is of another version.");
            return Optional.empty();
        }
        return recorder.recorded(report);
    }

    private Replay repeated(RunFacts facts) {
        var replay = new Replay(Run.accepted(facts));
        events.read(facts.id(), one -> replay.next(one.sequence(), one.at(), one.event(), one.outcome()));
        return replay;
    }
}
