package dev.redliner.standalone.chaos;

import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.CannotCreateTransactionException;

/** The journal as one controller has it: by way of a connection that can fail before, in and after each call. */
final class JournalClient implements RunJournal {
    private final Machine machine;
    private final Database database;
    private final JournalTables tables;
    private final Witness witness;
    private final Defect defect;

    JournalClient(Machine machine, Database database, JournalTables tables, Witness witness, Defect defect) {
        this.machine = machine;
        this.database = database;
        this.tables = tables;
        this.witness = witness;
        this.defect = defect;
    }

    @Override
    public Claim claim(ServiceDefinition service, String owner, String who, Instant now) {
        database.asked(machine);
        Claim claim = tables.claim(service, owner, now);
        claim.claimed().ifPresent(claimed -> witness.note(machine, "claims " + claimed.id()));
        database.answered();
        return claim;
    }

    @Override
    public List<Held> held() {
        database.asked(machine);
        return tables.held();
    }

    @Override
    public void append(String run, long sequence, Instant at, RunEvent event) {
        KeptRun kept = tables.run(run);
        try {
            database.asked(machine);
            if (defect == Defect.JOURNAL_AFTER_ORDER && event instanceof RunEvent.VerdictArrived) {
                return;
            }
            Run before = kept.replica();
            if (!kept.append(sequence, at, event)) {
                throw new DuplicateKeyException(run + " " + sequence);
            }
            witness.journalled(machine, kept, before, event, at);
            database.answered();
        } catch (DataAccessException | Killed e) {
            kept.inexact();
            throw e;
        }
    }

    @Override
    public List<Journalled> events(String run) {
        database.asked(machine);
        return tables.run(run).events();
    }

    @Override
    public long lastSequence(String run) {
        database.asked(machine);
        return tables.run(run).lastSequence();
    }

    @Override
    public void show(RunReport report) {
        database.asked(machine);
        KeptRun kept = tables.run(report.id());
        if (kept.overAt() == Long.MAX_VALUE) {
            kept.show(report);
        }
        database.answered();
    }

    @Override
    public void finish(RunReport report, String pool, String owner) {
        inTransaction();
        boolean its = tables.owns(report.id(), owner);
        tables.finish(report, owner);
        if (its) {
            witness.finished(machine, tables.run(report.id()), report);
        }
        database.answered();
    }

    private void inTransaction() {
        try {
            database.asked(machine);
        } catch (DataAccessException e) {
            throw new CannotCreateTransactionException("no connection", e);
        }
    }

    @Override
    public void alive(String run, String pool, String owner, Instant now) {
        database.asked(machine);
        tables.alive(run, owner, now);
        database.answered();
    }

    @Override
    public List<Held> orphans(Instant seenBefore) {
        database.asked(machine);
        return tables.orphans(seenBefore);
    }

    @Override
    public Optional<Claimed> takeOver(Held orphan, String owner, Instant seenBefore, Instant now) {
        inTransaction();
        Optional<Claimed> taken = tables.takeOver(orphan, owner, seenBefore, now);
        taken.ifPresent(claimed -> witness.note(machine, "takes over " + claimed.id() + " token " + claimed.token()));
        database.answered();
        return taken;
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
    public List<RunReport> list(int limit) {
        throw new UnsupportedOperationException();
    }
}
