package dev.redliner.controller.engine;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.report.RunReports;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads runs: those of this controller from memory, and all others as they are stored. */
final class RunReader {
    private final RunJournal journal;
    private final ActiveRuns runs;
    private final Supplier<Instant> clock;
    private final RemoteFollows remoteFollows = new RemoteFollows(this::find);

    RunReader(RunJournal journal, ActiveRuns runs, Supplier<Instant> clock) {
        this.journal = journal;
        this.runs = runs;
        this.clock = clock;
    }

    /** Like {@link Runs#activeOn}. */
    Optional<String> activeOn(String service) {
        return journal.held().stream()
                .filter(held -> held.pool().equals(service))
                .map(RunJournal.Held::run)
                .findFirst();
    }

    /** Like {@link Runs#find}. */
    Optional<RunReport> find(String id) {
        Optional<ActiveRun> run = runs.find(id);
        return run.isPresent() ? run.map(this::report) : journal.find(id);
    }

    /** Like {@link Runs#list}. */
    List<RunReport> list(int limit) {
        return journal.list(limit).stream()
                .map(stored -> runs.find(stored.id()).map(this::report).orElse(stored))
                .toList();
    }

    /** Like {@link Runs#inMemory}. */
    List<RunReport> inMemory() {
        return runs.newestFirst().stream().map(this::report).toList();
    }

    private RunReport report(ActiveRun run) {
        return RunReports.of(run.run(), clock.get());
    }

    /** Like {@link Runs#follow}. */
    AutoCloseable follow(String id, long after, Consumer<RunUpdate> reader) {
        Optional<ActiveRun> run = runs.find(id);
        if (run.isPresent()) {
            return run.get().news().follow(after, reader);
        }
        Optional<RunReport> stored = journal.find(id);
        if (stored.isPresent() && !stored.get().state().over()) {
            return remoteFollows.follow(id, after, reader);
        }
        stored.ifPresent(report -> reader.accept(new RunUpdate(after + 1, RunUpdate.Kind.END, report)));
        return () -> {};
    }

    void stop() {
        remoteFollows.stop();
    }
}
