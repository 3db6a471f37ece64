package dev.redliner.testbench.chaos;

import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.StartKey;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.CannotCreateTransactionException;

/** The journal as one controller sees it: over a connection that can fail before, during and after each call. */
final class JournalClient implements RunJournal {
    private final SimulatedProcess machine;
    private final DatabaseFaults database;
    private final JournalTables tables;
    private final InvariantChecker checker;
    private final Defect defect;

    JournalClient(
            SimulatedProcess machine,
            DatabaseFaults database,
            JournalTables tables,
            InvariantChecker checker,
            Defect defect) {
        this.machine = machine;
        this.database = database;
        this.tables = tables;
        this.checker = checker;
        this.defect = defect;
    }

    @Override
    public Claim claim(ServiceDefinition service, String owner, String who, Instant now, @Nullable StartKey key) {
        database.asked(machine);
        Claim claim = tables.claim(service, owner, now);
        claim.claimed().ifPresent(claimed -> checker.note(machine, "claims " + claimed.id()));
        database.answered();
        return claim;
    }

    @Override
    public Optional<KeyedRun> startedWith(String key, Instant now) {
        throw new UnsupportedOperationException("no client of the campaign gives a key");
    }

    @Override
    public List<Held> held() {
        database.asked(machine);
        return tables.held();
    }

    @Override
    public boolean append(Held by, long sequence, Instant at, RunEvent event, String outcome) {
        KeptRun kept = tables.run(by.run());
        try {
            database.asked(machine);
            if (defect == Defect.JOURNAL_AFTER_ORDER && event instanceof RunEvent.VerdictArrived) {
                return true;
            }
            if (!tables.owns(by.run(), by.owner())) {
                return false;
            }
            Run before = kept.replica();
            if (!kept.append(sequence, at, event, outcome)) {
                throw new DuplicateKeyException(by.run() + " " + sequence);
            }
            checker.journalled(machine, kept, before, event, at);
            database.answered();
            return true;
        } catch (DataAccessException | Killed e) {
            kept.inexact();
            throw e;
        }
    }

    @Override
    public List<Journalled> events(String run, long after, int most) {
        database.asked(machine);
        return tables.run(run).events(after, most);
    }

    @Override
    public long lastSequence(String run) {
        database.asked(machine);
        return tables.run(run).lastSequence();
    }

    @Override
    public void show(RunReport report, String pool, String owner) {
        database.asked(machine);
        KeptRun kept = tables.run(report.id());
        if (tables.owns(report.id(), owner)) {
            kept.show(report);
        }
        database.answered();
    }

    @Override
    public boolean finish(RunReport report, String pool, String owner) {
        inTransaction();
        boolean its = tables.owns(report.id(), owner);
        tables.finish(report, owner);
        if (its) {
            checker.finished(machine, tables.run(report.id()), report);
        }
        database.answered();
        return its;
    }

    private void inTransaction() {
        try {
            database.asked(machine);
        } catch (DataAccessException e) {
            throw new CannotCreateTransactionException("no connection", e);
        }
    }

    @Override
    public boolean alive(String run, String pool, String owner, Instant now) {
        database.asked(machine);
        boolean its = tables.alive(run, owner, now);
        database.answered();
        return its;
    }

    @Override
    public List<Held> orphans(Instant seenBefore) {
        database.asked(machine);
        return tables.orphans(seenBefore);
    }

    @Override
    public Optional<Taken> takeOver(Held orphan, String owner, Instant seenBefore, Instant now) {
        inTransaction();
        Optional<Taken> taken = tables.takeOver(orphan, owner, seenBefore, now);
        taken.ifPresent(it -> checker.note(machine, "takes over " + it.held().run() + " token " + it.token()));
        database.answered();
        return taken;
    }

    @Override
    public void interrupt(Held taken, String reason, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<RunReport> find(String run) {
        database.asked(machine);
        KeptRun kept = tables.runs().get(run);
        return kept == null ? Optional.empty() : Optional.ofNullable(kept.shown());
    }

    @Override
    public Optional<String> state(String run) {
        return find(run).map(report -> report.state().name());
    }

    @Override
    public List<Measured> measured(String service, int limit) {
        database.asked(machine);
        return tables.measured(limit);
    }

    @Override
    public Map<String, Instant> lastCompleted() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean deleteEvents(Instant endedBefore, int most, Instant now) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long events() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public List<RunReport> list(int limit) {
        throw new UnsupportedOperationException();
    }
}
