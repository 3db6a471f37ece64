package dev.redliner.testbench.chaos;

import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal.Journalled;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A run in the journal, with the replica that its events replay to. */
final class KeptRun {
    private final List<Journalled> events = new ArrayList<>();
    private final Set<Long> sequences = new HashSet<>();
    private final RunFacts accepted;
    private Run replica;
    private long lastSequence;
    private boolean exact = true;
    private @Nullable RunReport shown;
    private long overAt = Long.MAX_VALUE;
    private long deposedAt = Long.MAX_VALUE;
    private long token;

    KeptRun(RunFacts facts) {
        this.accepted = facts;
        this.replica = Run.accepted(facts);
        this.token = facts.token();
    }

    Run replica() {
        return replica;
    }

    /** Appends an event. Returns false if another event has its sequence number. */
    boolean append(long sequence, Instant at, RunEvent event, String outcome) {
        if (!sequences.add(sequence)) {
            return false;
        }
        lastSequence = Math.max(lastSequence, sequence);
        events.add(new Journalled(sequence, at, Optional.of(event), outcome));
        replica = replica.on(event, at).run();
        return true;
    }

    List<Journalled> events(long after, int most) {
        return events.stream()
                .filter(event -> event.sequence() > after)
                .sorted(Comparator.comparing(Journalled::sequence))
                .limit(most)
                .toList();
    }

    /** The facts of the run when it was accepted. */
    RunFacts accepted() {
        return accepted;
    }

    long lastSequence() {
        return lastSequence;
    }

    /**
     * Marks that the journal and its controller may differ: an answer was lost, a write failed, or two controllers
     * wrote.
     */
    void inexact() {
        exact = false;
    }

    boolean exact() {
        return exact;
    }

    void show(RunReport report) {
        shown = report;
    }

    @Nullable
    RunReport shown() {
        return shown;
    }

    void over(long now) {
        overAt = now;
    }

    /** The end of the run, in virtual time, or {@link Long#MAX_VALUE} while the run goes on. */
    long overAt() {
        return overAt;
    }

    void deposed(long newToken, long now) {
        token = newToken;
        deposedAt = now;
    }

    /** The current fencing token. */
    long token() {
        return token;
    }

    /** When the last owner lost the run, in virtual time, or {@link Long#MAX_VALUE} if it was never taken over. */
    long deposedAt() {
        return deposedAt;
    }
}
