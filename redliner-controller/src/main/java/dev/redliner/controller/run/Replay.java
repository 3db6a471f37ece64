package dev.redliner.controller.run;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings a run back from the events of its journal. Each event says where the run stood after it. From the first event on
 * that cannot be read, or that leads elsewhere, nothing more is believed: the rest is missing, and {@link #lost} says so.
 */
public final class Replay {
    private Run run;
    private long sequence;
    private long missing;
    private @Nullable Instant until;
    private String broken = "";

    /** @param accepted the run as it was when it was accepted */
    public Replay(Run accepted) {
        this.run = accepted;
    }

    /**
     * The next event of the journal.
     *
     * @param at when it was decided on
     * @param event empty if it cannot be read
     * @param outcome where the run stood after it
     * @return whether the replay goes on
     */
    public boolean next(long number, Instant at, Optional<RunEvent> event, String outcome) {
        missing += number - sequence - 1;
        sequence = number;
        if (event.isEmpty()) {
            return breaksOff(RunMessages.remarkEventUnreadable(number));
        }
        Optional<Run> after = follow(event.get(), at);
        if (after.isEmpty() || !after.get().outcome().equals(outcome)) {
            return breaksOff(RunMessages.remarkEventLeadsElsewhere(number));
        }
        run = after.get();
        until = at;
        return true;
    }

    private Optional<Run> follow(RunEvent event, Instant at) {
        try {
            return Optional.of(run.on(event, at).run());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private boolean breaksOff(String why) {
        broken = why;
        return false;
    }

    /** The journal itself could not be read any further. */
    public void unreadable(String why) {
        broken = RunMessages.remarkJournalUnreadable(sequence, why);
    }

    /** Without the definition of the run, none of its events can be followed. */
    public void undefined(String problem) {
        broken = RunMessages.remarkDefinitionUnreadable(problem);
    }

    /** The run as far as its journal tells. */
    public Run run() {
        return run;
    }

    /** Of the last event that was read; 0 before the first. */
    public long sequence() {
        return sequence;
    }

    /** When the last event that was believed happened; empty if none was. */
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }

    /** What is missing, for a person; empty if nothing is. */
    public String lost() {
        if (!broken.isEmpty()) {
            return broken;
        }
        return missing == 0 ? "" : RunMessages.remarkEventsMissing(missing);
    }
}
