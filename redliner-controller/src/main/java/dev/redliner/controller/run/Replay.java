package dev.redliner.controller.run;

import dev.redliner.controller.run.message.ProgressMessages;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds a run from the events of its journal. Each event contains the outcome of the run after it. The replay stops
 * at the first event that cannot be read, or that leads to another outcome. The events from there on are missing, and
 * {@link #lost} reports them.
 */
public final class Replay {
    private Run run;
    private long sequence;
    private long missing;
    private @Nullable Instant until;
    private String broken = "";

    /** @param accepted the run at the time it was accepted */
    public Replay(Run accepted) {
        this.run = accepted;
    }

    /**
     * Applies the next event of the journal. Once the replay has stopped, it ignores all others.
     *
     * @param at when the run processed the event
     * @param event the event; empty if it cannot be read
     * @param outcome the outcome of the run after the event
     * @return whether the replay continues
     */
    public boolean next(long number, Instant at, Optional<RunEvent> event, String outcome) {
        if (!broken.isEmpty()) {
            return false;
        }
        missing += number - sequence - 1;
        sequence = number;
        if (event.isEmpty()) {
            return breaksOff(ProgressMessages.remarkEventUnreadable(number));
        }
        Optional<Run> after = follow(event.get(), at);
        if (after.isEmpty() || !after.get().outcome().equals(outcome)) {
            return breaksOff(ProgressMessages.remarkEventLeadsElsewhere(number));
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

    /** Records that the rest of the journal cannot be read. */
    public void unreadable(String why) {
        broken = ProgressMessages.remarkJournalUnreadable(sequence, why);
    }

    /** Records that the definition of the run cannot be read. Without it, no event can be applied. */
    public void undefined(String problem) {
        broken = ProgressMessages.remarkDefinitionUnreadable(problem);
    }

    /** The run after the events that were applied. */
    public Run run() {
        return run;
    }

    /** Number of the last event that was read; 0 before the first. */
    public long sequence() {
        return sequence;
    }

    /** Time of the last event that was applied; empty if there was none. */
    public Optional<Instant> until() {
        return Optional.ofNullable(until);
    }

    /** The message about missing events; empty if none is missing. */
    public String lost() {
        if (!broken.isEmpty()) {
            return broken;
        }
        return missing == 0 ? "" : ProgressMessages.remarkEventsMissing(missing);
    }
}
