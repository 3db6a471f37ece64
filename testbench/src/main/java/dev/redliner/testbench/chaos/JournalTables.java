package dev.redliner.testbench.chaos;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.journal.RunJournal.Claim;
import dev.redliner.controller.journal.RunJournal.Claimed;
import dev.redliner.controller.journal.RunJournal.Held;
import dev.redliner.controller.journal.RunJournal.Measured;
import dev.redliner.controller.journal.RunJournal.Taken;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SearchStart;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the database, with the rules of the real tables: one lock for each pool, and a token that only grows.
 */
final class JournalTables {
    private final Timeline timeline;
    private final SearchStart search;
    private final Defect defect;
    private final Map<String, KeptRun> runs = new TreeMap<>();
    private long token;
    private @Nullable String holder;
    private @Nullable String owner;
    private Instant ownerSeen = Instant.EPOCH;

    JournalTables(Timeline timeline, SearchStart search, Defect defect) {
        this.timeline = timeline;
        this.search = search;
        this.defect = defect;
    }

    Claim claim(ServiceDefinition service, String by, Instant now) {
        if (holder != null) {
            return new Claim(Optional.empty(), Optional.of(holder), Optional.empty());
        }
        token++;
        holder = service.name() + "-" + token;
        owner = by;
        ownerSeen = now;
        runs.put(holder, new KeptRun(new RunFacts(holder, service, token, now, SearchSettings.DEFAULT, search)));
        return new Claim(Optional.of(new Claimed(holder, service, token, now)), Optional.empty(), Optional.empty());
    }

    KeptRun run(String id) {
        KeptRun run = runs.get(id);
        if (run == null) {
            throw new IllegalStateException("no run " + id);
        }
        return run;
    }

    Map<String, KeptRun> runs() {
        return runs;
    }

    /** The run that holds the pool. */
    Optional<String> holder() {
        return Optional.ofNullable(holder);
    }

    List<Held> held() {
        return holder == null || owner == null
                ? List.of()
                : List.of(new Held(
                        run(holder).replica().facts().service().name(),
                        holder,
                        run(holder).token(),
                        owner));
    }

    boolean owns(String run, String by) {
        return run.equals(holder) && by.equals(owner);
    }

    void finish(RunReport report, String by) {
        if (!owns(report.id(), by)) {
            return;
        }
        holder = null;
        owner = null;
        KeptRun run = run(report.id());
        run.show(report);
        run.over(timeline.now());
    }

    /** The measured redlines, newest first. */
    List<Measured> measured(int limit) {
        return runs.values().stream()
                .filter(run -> run.shown() != null && run.shown().state() == RunState.COMPLETED)
                .sorted(Comparator.comparing(KeptRun::overAt).reversed())
                .limit(limit)
                .map(run -> new Measured(run.replica().facts().service(), Objects.requireNonNull(run.shown())))
                .toList();
    }

    boolean alive(String run, String by, Instant now) {
        if (!owns(run, by)) {
            return false;
        }
        ownerSeen = now;
        return true;
    }

    List<Held> orphans(Instant seenBefore) {
        return ownerSeen.isAfter(seenBefore) ? List.of() : held();
    }

    Optional<Taken> takeOver(Held orphan, String by, Instant seenBefore, Instant now) {
        boolean still = orphan.run().equals(holder) && !ownerSeen.isAfter(seenBefore);
        if (!still) {
            return Optional.empty();
        }
        if (defect != Defect.TAKE_OVER_KEEPS_TOKEN) {
            token++;
        }
        owner = by;
        ownerSeen = now;
        KeptRun run = run(orphan.run());
        run.deposed(token, timeline.now());
        RunFacts facts = run.accepted();
        var accepted = new Claimed(orphan.run(), facts.service(), facts.token(), facts.startedAt());
        return Optional.of(new Taken(new Held(orphan.pool(), orphan.run(), token, by), Optional.of(accepted), ""));
    }
}
