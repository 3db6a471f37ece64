package dev.redliner.controller.notification;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.notification.DestinationTable.State;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The destinations of notifications, for the API and the pages. */
public final class Notifications {
    private final List<Destination> destinations;
    private final DestinationTable table;
    private final AuditTrail trail;
    private final LifecycleEvents events;
    private final AuditLog audit;
    private final InstantSource clock;

    Notifications(
            List<Destination> destinations,
            DestinationTable table,
            AuditTrail trail,
            LifecycleEvents events,
            AuditLog audit,
            InstantSource clock) {
        this.destinations = destinations.stream()
                .sorted(Comparator.comparing(Destination::name))
                .toList();
        this.table = table;
        this.trail = trail;
        this.events = events;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * A destination.
     *
     * @param kind {@code webhook}, {@code slack}, {@code pagerduty}, {@code email} or {@code topic}
     * @param address the address without its path, which may be a secret
     * @param events the types of events that it receives
     * @param failing whether the newest attempt failed
     * @param failingSince since when nothing was sent although there was an event; null: it works
     * @param attempts attempts to send the next event that failed, one after the other
     * @param nextAttemptAt when the next event is attempted again; null if none waits
     * @param lastError the newest failure; empty if it was followed by a success
     * @param lastSentAt when the newest event was sent; null if none was
     */
    public record Status(
            String name,
            String kind,
            String address,
            List<String> events,
            boolean failing,
            @Nullable Instant failingSince,
            int attempts,
            @Nullable Instant nextAttemptAt,
            String lastError,
            @Nullable Instant lastSentAt) {}

    /**
     * An event that a destination did not receive.
     *
     * @param destination the destination, which may not exist any more
     * @param seq the entry of the audit log that the event belongs to
     * @param at when the event happened; null if the entry cannot be found
     * @param message the text of the event; empty if the entry cannot be found
     * @param failedAt when it was given up
     * @param reason why the destination did not take it
     */
    public record Failure(
            String destination, long seq, @Nullable Instant at, String message, Instant failedAt, String reason) {}

    /** A destination does not exist, or it has no such failure. */
    public static final class NotFound extends Exception {
        private static final long serialVersionUID = 1L;

        NotFound(String message) {
            super(message);
        }
    }

    /** A destination did not take an event. */
    public static final class NotTaken extends Exception {
        private static final long serialVersionUID = 1L;

        NotTaken(String message) {
            super(message);
        }
    }

    /** All destinations in the order of their names. */
    public List<Status> list() {
        if (destinations.isEmpty()) {
            return List.of();
        }
        Map<String, State> states = table.all();
        return destinations.stream()
                .map(it -> status(it, Optional.ofNullable(states.get(it.name()))))
                .toList();
    }

    private static Status status(Destination destination, Optional<State> state) {
        return new Status(
                destination.name(),
                destination.kind(),
                destination.channel().address(),
                destination.types().stream().map(EventType::label).toList(),
                state.filter(it -> !it.lastError().isEmpty()).isPresent(),
                state.map(State::failingSince).orElse(null),
                state.map(State::attempts).orElse(0),
                state.map(State::nextAttemptAt).orElse(null),
                state.map(State::lastError).orElse(""),
                state.map(State::lastSentAt).orElse(null));
    }

    /** Sends a test to a destination, and waits for its answer. If the destination takes it, what waits is sent at once. */
    public void test(String name, String who) throws NotFound, NotTaken {
        audit.record(new AuditEntry(who, AuditAction.NOTIFICATION_TESTED, "", "", name, ""));
        send(destination(name), LifecycleEvent.test(UUID.randomUUID().toString(), who, clock.instant()));
        table.works(name, clock.instant());
    }

    /** The newest failures, the newest first. */
    public List<Failure> failures(int most) {
        return failures(table.failures(most));
    }

    /** The failures after one of them, which is given by its time, its entry and its destination, the newest first. */
    public List<Failure> failuresAfter(Instant failedAt, long seq, String destination, int most) {
        return failures(table.failuresAfter(failedAt, seq, destination, most));
    }

    private List<Failure> failures(List<DestinationTable.Failure> stored) {
        return stored.stream()
                .map(it -> {
                    Optional<LifecycleEvent> event = event(it.seq());
                    return new Failure(
                            it.destination(),
                            it.seq(),
                            event.map(LifecycleEvent::at).orElse(null),
                            event.map(MessageText::of).orElse(""),
                            it.failedAt(),
                            it.reason());
                })
                .toList();
    }

    /** Sends an event again that was given up, and waits for the answer. If the destination takes it, it is no failure. */
    public void retry(String name, long seq, String who) throws NotFound, NotTaken {
        audit.record(new AuditEntry(who, AuditAction.NOTIFICATION_RETRIED, "", "", name, "event of entry " + seq));
        Destination destination = destination(name);
        if (!table.hasFailure(name, seq)) {
            throw new NotFound("Destination '" + name + "' has no failure " + seq + ".");
        }
        LifecycleEvent event =
                event(seq).orElseThrow(() -> new NotFound("The audit log has no event " + seq + " any more."));
        send(destination, event);
        table.removeFailure(name, seq);
        table.works(name, clock.instant());
    }

    private Optional<LifecycleEvent> event(long seq) {
        return trail.list(OptionalLong.of(seq - 1), AuditFilter.ALL, 1).stream()
                .filter((AuditRecord entry) -> entry.seq() == seq)
                .findFirst()
                .flatMap(events::of);
    }

    private static void send(Destination destination, LifecycleEvent event) throws NotTaken {
        try {
            destination.channel().send(event);
        } catch (DeliveryFailed e) {
            throw new NotTaken("Destination '" + destination.name() + "' did not take the event: " + e.reason());
        }
    }

    private Destination destination(String name) throws NotFound {
        return destinations.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NotFound("No destination is called '" + name + "'."));
    }
}
