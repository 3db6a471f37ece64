package dev.redliner.controller.journal;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.report.RunReports;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** The journal in a relational database: H2 for one controller, PostgreSQL for more. */
public final class JdbcRunJournal implements RunJournal {
    private final JdbcClient jdbc;
    private final TransactionOperations transactions;
    private final JsonMapper json;
    private final PoolLocks pools;
    private final DependencyLocks dependencies;
    private final StoredRuns stored;
    private final StoredEvents events;
    private final StartKeys keys;

    public JdbcRunJournal(JdbcClient jdbc, TransactionOperations transactions, JsonMapper json) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.json = json;
        this.pools = new PoolLocks(jdbc);
        this.dependencies = new DependencyLocks(jdbc);
        this.stored = new StoredRuns(jdbc, json);
        this.events = new StoredEvents(jdbc, json);
        this.keys = new StartKeys(jdbc);
    }

    @Override
    public Claim claim(ServiceDefinition service, String owner, String who, Instant now, @Nullable StartKey key) {
        pools.ensure(service.name());
        for (String dependency : service.dependsOn()) {
            dependencies.ensure(dependency);
        }
        try {
            Claim claim = transactions.execute(status -> {
                Claim one = claimInTransaction(service, owner, who, now);
                if (one.claimed().isEmpty()) {
                    status.setRollbackOnly();
                } else if (key != null) {
                    keys.add(key, one.claimed().get().id(), service.name(), now);
                }
                return one;
            });
            return Objects.requireNonNull(claim);
        } catch (DuplicateKeyException e) {
            Optional<KeyedRun> other = key == null ? Optional.empty() : keys.find(key.name(), now);
            // without a key that another request used meanwhile, it is an error of the database
            return new Claim(
                    Optional.empty(), Optional.of(other.orElseThrow(() -> e).run()), Optional.empty());
        }
    }

    @Override
    public Optional<KeyedRun> startedWith(String key, Instant now) {
        return keys.find(key, now);
    }

    @Override
    public List<Held> held() {
        return pools.held();
    }

    private Claim claimInTransaction(ServiceDefinition service, String owner, String who, Instant now) {
        String pool = service.name();
        OptionalLong taken = pools.take(pool, owner, now);
        if (taken.isEmpty()) {
            return new Claim(Optional.empty(), pools.holder(pool), Optional.empty());
        }
        long token = taken.getAsLong();
        String id = pool + "-" + token;
        pools.name(pool, id);
        for (String dependency : service.dependsOn()) {
            Optional<String> other = dependencies.take(dependency, id);
            if (other.isPresent()) {
                return new Claim(Optional.empty(), other, Optional.of(dependency));
            }
        }
        var claimed = new Claimed(id, service, token, now);
        var report = RunReports.of(Run.accepted(new RunFacts(id, service, token, now, SearchSettings.DEFAULT)), now);
        jdbc.sql("insert into run (id, service, token, state, started_at, started_by, definition, report,"
                        + " summary) values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .params(
                        id,
                        pool,
                        token,
                        report.state().name(),
                        utc(now),
                        who,
                        json.writeValueAsString(service),
                        json.writeValueAsString(report),
                        summary(report))
                .update();
        return new Claim(Optional.of(claimed), Optional.empty(), Optional.empty());
    }

    private String summary(RunReport report) {
        return json.writeValueAsString(RunSummary.of(report));
    }

    @Override
    public boolean append(Held by, long sequence, Instant at, RunEvent event, String outcome) {
        return events.append(by, sequence, at, event, outcome);
    }

    @Override
    public List<Journalled> events(String run, long after, int most) {
        return events.after(run, after, most);
    }

    @Override
    public long lastSequence(String run) {
        return events.last(run);
    }

    @Override
    public void show(RunReport report, String pool, String owner) {
        jdbc.sql("update run set state = ?, report = ?, summary = ? where id = ? and ended_at is null"
                        + " and exists (select 1 from pool_lock where pool = ? and run_id = ? and owner = ?)")
                .params(
                        report.state().name(),
                        json.writeValueAsString(report),
                        summary(report),
                        report.id(),
                        pool,
                        report.id(),
                        owner)
                .update();
    }

    @Override
    public boolean finish(RunReport report, String pool, String owner) {
        Boolean written = transactions.execute(status -> {
            if (!free(pool, report.id(), owner)) {
                return false;
            }
            Instant ended = Objects.requireNonNull(report.endedAt(), "a run that is over has an end");
            jdbc.sql("update run set state = ?, report = ?, summary = ?, ended_at = ? where id = ?")
                    .params(
                            report.state().name(),
                            json.writeValueAsString(report),
                            summary(report),
                            utc(ended),
                            report.id())
                    .update();
            return true;
        });
        return Objects.requireNonNull(written);
    }

    @Override
    public boolean alive(String run, String pool, String owner, Instant now) {
        return pools.alive(run, pool, owner, now);
    }

    @Override
    public List<Held> orphans(Instant seenBefore) {
        return pools.orphans(seenBefore);
    }

    @Override
    public Optional<Taken> takeOver(Held orphan, String owner, Instant seenBefore, Instant now) {
        Optional<Taken> taken = transactions.execute(
                status -> pools.takeOver(orphan, owner, seenBefore, now).flatMap(this::taken));
        return Objects.requireNonNull(taken);
    }

    /** An unreadable definition must not prevent a run from being taken over and ended. */
    private Optional<Taken> taken(Held held) {
        return jdbc.sql("select definition, started_at, token from run where id = ?")
                .param(held.run())
                .query((row, number) -> {
                    var definition = StoredDefinition.read(json, row.getString("definition"));
                    long token = row.getLong("token");
                    Instant started =
                            row.getObject("started_at", OffsetDateTime.class).toInstant();
                    return new Taken(
                            held,
                            definition.toRestore().map(it -> new Claimed(held.run(), it, token, started)),
                            definition.problem());
                })
                .optional();
    }

    @Override
    public void interrupt(Held taken, String reason, Instant now) {
        transactions.executeWithoutResult(status -> {
            if (free(taken.pool(), taken.run(), taken.owner())) {
                stored.interrupt(taken, reason, now);
            }
        });
    }

    private boolean free(String pool, String run, String owner) {
        boolean freed = pools.free(pool, run, owner);
        if (freed) {
            dependencies.free(run);
        }
        return freed;
    }

    @Override
    public Optional<RunReport> find(String run) {
        return stored.find(run);
    }

    @Override
    public Optional<String> state(String run) {
        return stored.state(run);
    }

    @Override
    public List<Measured> measured(String service, int limit) {
        return stored.measured(service, limit);
    }

    @Override
    public Map<String, Instant> lastCompleted() {
        return stored.lastCompleted();
    }

    @Override
    public boolean deleteEvents(Instant endedBefore, int most, Instant now) {
        return events.delete(endedBefore, most, now);
    }

    @Override
    public long events() {
        return events.count();
    }

    @Override
    public OptionalLong size() {
        return events.databaseSize();
    }

    @Override
    public List<RunReport> list(int limit) {
        return stored.list(limit);
    }

    static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
