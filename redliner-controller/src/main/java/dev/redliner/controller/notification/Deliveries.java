package dev.redliner.controller.notification;

import dev.redliner.api.RunReport;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.notification.DestinationTable.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the events of the audit log to destinations: in order, and at least once. While a destination fails, only its
 * next event is attempted, with growing pauses. If a controller dies between sending an event and storing that it was
 * sent, another one sends it again with the same id.
 */
final class Deliveries {
    private static final Logger log = LoggerFactory.getLogger(Deliveries.class);
    private static final int BATCH = 200;
    /** Longer than the time limit of an attempt, so that no other controller sends the same event meanwhile. */
    private static final Duration CLAIM = Duration.ofSeconds(60);
    /** The report of a run that ended is stored separately, and may come later. Without a database it never comes. */
    private static final Duration REPORT_WITHIN = Duration.ofSeconds(30);
    /** Pauses are up to this much longer by chance, so that many controllers do not retry at once. */
    private static final double JITTER = 0.2;

    private static final int MOST_DOUBLINGS = 20;

    private final DestinationTable table;
    private final AuditTrail trail;
    private final LifecycleEvents events;
    private final NotificationSettings settings;
    private final String me;
    private final InstantSource clock;

    /** @param me the name of this controller, which no other one has */
    Deliveries(
            DestinationTable table,
            AuditTrail trail,
            LifecycleEvents events,
            NotificationSettings settings,
            String me,
            InstantSource clock) {
        this.table = table;
        this.trail = trail;
        this.events = events;
        this.settings = settings;
        this.me = me;
        this.clock = clock;
    }

    /** The result of {@link #send(Destination)}. */
    record Result(int sent, int givenUp, State state) {}

    /**
     * Sends the events that are due to a destination.
     *
     * @throws org.springframework.dao.DataAccessException if the database is unavailable
     */
    Result send(Destination destination) {
        String name = destination.name();
        State known = table.findOrAdd(name);
        Instant now = clock.instant();
        Instant next = known.nextAttemptAt();
        if (next != null && next.isAfter(now)) {
            return new Result(0, 0, known);
        }
        List<AuditRecord> entries = trail.list(OptionalLong.of(known.afterSeq()), AuditFilter.ALL, BATCH);
        if (entries.isEmpty() || !table.claim(name, me, now, now.plus(CLAIM))) {
            return new Result(0, 0, known);
        }
        // another controller may have sent some of them before the claim
        var batch = new Batch(destination, table.findOrAdd(name));
        batch.send(entries);
        return new Result(batch.sent, batch.givenUp, table.findOrAdd(name));
    }

    /** Some entries of the audit log, one after the other. */
    private final class Batch {
        private final Destination destination;
        private final State state;
        private int attempts;
        private int sent;
        private int givenUp;

        Batch(Destination destination, State state) {
            this.destination = destination;
            this.state = state;
            this.attempts = state.attempts();
        }

        void send(List<AuditRecord> entries) {
            String name = destination.name();
            long passed = state.afterSeq();
            for (AuditRecord entry : entries) {
                if (entry.seq() <= state.afterSeq()) {
                    continue;
                }
                Optional<LifecycleEvent> event = events.of(entry).filter(destination::wants);
                boolean goesOn = event.isEmpty() || isComplete(event.get()) && attempt(entry, event.get());
                if (!goesOn) {
                    break;
                }
                passed = entry.seq();
            }
            table.passed(name, me, passed);
        }

        private boolean isComplete(LifecycleEvent event) {
            RunReport report = event.report();
            boolean written = event.type() != EventType.RUN_ENDED
                    || report != null && report.state().over();
            return written || event.at().plus(REPORT_WITHIN).isBefore(clock.instant());
        }

        /** Returns whether the next event may follow. */
        private boolean attempt(AuditRecord entry, LifecycleEvent event) {
            String name = destination.name();
            Instant began = clock.instant();
            if (!table.claim(name, me, began, began.plus(CLAIM))) {
                return false;
            }
            try {
                destination.channel().send(event);
            } catch (DeliveryFailed e) {
                return failed(entry, event, e);
            }
            attempts = 0;
            sent++;
            return table.sent(name, me, entry.seq(), clock.instant());
        }

        private boolean failed(AuditRecord entry, LifecycleEvent event, DeliveryFailed failure) {
            String name = destination.name();
            Instant now = clock.instant();
            Instant since = state.failingSince() == null || sent > 0 ? now : state.failingSince();
            boolean tooOld = event.at().plus(settings.giveUpAfter()).isBefore(now);
            if (failure.lasting() || tooOld) {
                log.error(
                        "destination={} event={} type={} was not taken and is given up: {}",
                        name,
                        event.id(),
                        event.type().label(),
                        failure.reason());
                attempts = 0;
                givenUp++;
                return table.givenUp(name, me, entry.seq(), since, failure.reason(), now);
            }
            attempts++;
            Duration pause = pause(failure);
            if (attempts == 1) {
                log.warn("destination={} did not take an event: {}; next attempt in {}", name, failure.reason(), pause);
            }
            table.retry(name, me, attempts, now.plus(pause), since, failure.reason());
            return false;
        }

        private Duration pause(DeliveryFailed failure) {
            long millis = settings.firstRetry().toMillis() << Math.min(attempts - 1, MOST_DOUBLINGS);
            double longer = 1 + JITTER * ThreadLocalRandom.current().nextDouble();
            Duration usual = Duration.ofMillis(
                    Math.round(Math.min(millis, settings.longestRetry().toMillis()) * longer));
            Duration asked = failure.retryAfter();
            return asked != null && asked.compareTo(usual) > 0 ? asked : usual;
        }
    }
}
