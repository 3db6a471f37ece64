package dev.redliner.controller.schedule;

import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.schedule.OnCalendar;
import dev.redliner.schedule.OnDeploy;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Carries out the decisions about firings that wait, and stores them with their reasons. */
final class FiringStarter {
    private static final Logger log = LoggerFactory.getLogger(FiringStarter.class);

    private final FiringTable firings;
    private final Runs runs;

    FiringStarter(FiringTable firings, Runs runs) {
        this.firings = firings;
        this.runs = runs;
    }

    /**
     * The result of a decision.
     *
     * @param around the surroundings after it
     * @param recheck when to decide again; empty if the firing is decided
     */
    record Result(Surroundings around, Optional<Instant> recheck) {}

    /** Decides about a firing and carries the decision out. */
    Result decide(FiringQueue.Waiting waiting, Surroundings around, Instant now) {
        StoredFiring firing = waiting.firing();
        if (firing.attemptedAt() != null) {
            Optional<String> begun = firings.begun(firing);
            if (begun.isPresent()) {
                // the controller that began it died before it stored this
                started(firing, begun.get(), now);
                return new Result(around, Optional.empty());
            }
        }
        ScheduleDefinition schedule = waiting.schedule().definition();
        if (!schedule.service().equals(firing.service())) {
            skip(firing, "The schedule was changed, and measures " + schedule.service() + " now.", now);
            return new Result(around, Optional.empty());
        }
        if (!firing.cause().isEmpty() && !(schedule.timing() instanceof OnDeploy)) {
            skip(firing, "The schedule was changed, and does not fire after deploys now.", now);
            return new Result(around, Optional.empty());
        }
        if (isRemoved(firing, schedule, around)) {
            skip(firing, "The event was removed from the calendar, or moved.", now);
            return new Result(around, Optional.empty());
        }
        FiringDecision decision =
                FiringDecision.of(schedule, waiting.schedule().stored().paused(), firing.beginBy(), around, now);
        if (decision instanceof FiringDecision.Skip skip) {
            if (skip.intended()) {
                omit(firing, skip.reason(), now);
            } else {
                skip(firing, skip.reason(), now);
            }
            return new Result(around, Optional.empty());
        }
        if (decision instanceof FiringDecision.Wait wait) {
            waits(firing, wait.reason());
            return new Result(around, Optional.of(wait.until()));
        }
        return start(firing, schedule, around, now);
    }

    /** Whether a calendar that can be relied on has no event at the slot any more. */
    private static boolean isRemoved(StoredFiring firing, ScheduleDefinition schedule, Surroundings around) {
        return schedule.timing() instanceof OnCalendar onCalendar
                && around.calendarProblem()
                        .apply(onCalendar.events().calendar())
                        .isEmpty()
                && !onCalendar.slots(firing.slot().toLocalDate()).contains(firing.slot());
    }

    private Result start(StoredFiring firing, ScheduleDefinition schedule, Surroundings around, Instant now) {
        StoredFiring attempted = firing.attempted(now);
        if (!firings.update(firing, attempted)) {
            return new Result(around, Optional.empty());
        }
        try {
            String run = runs.start(schedule.service(), new RunOptions(schedule.profile(), false), firing.who());
            started(attempted, run, now);
            ServiceRecord service = Objects.requireNonNull(around.services().get(schedule.service()));
            return new Result(around.with(service, run), Optional.empty());
        } catch (RunRefused e) {
            return refused(attempted, e, around, now);
        } catch (DataAccessException | TransactionException e) {
            throw e;
        } catch (RuntimeException e) {
            log.error("schedule={} slot={} the start failed", firing.schedule(), firing.slot(), e);
            skip(attempted, "The start failed for a fault of Redliner, which is in the log of the controller.", now);
            return new Result(around, Optional.empty());
        }
    }

    private Result refused(StoredFiring attempted, RunRefused refused, Surroundings around, Instant now) {
        return switch (refused.refusal()) {
            case POOL_BUSY, DEPENDENCY_BUSY, LEVER_ENGAGED, NOT_READY -> {
                waits(attempted, refused.getMessage());
                yield new Result(around, Optional.of(attempted.beginBy()));
            }
            case UNKNOWN_SERVICE, INVALID_SERVICE, FROZEN_CONFIGURATION, KEY_REUSED, NOT_RESTORING -> {
                skip(attempted, refused.getMessage(), now);
                yield new Result(around, Optional.empty());
            }
        };
    }

    private void started(StoredFiring firing, String run, Instant now) {
        firings.update(firing, firing.started(run, now));
        log.info("schedule={} slot={} run={} began", firing.schedule(), firing.slot(), run);
    }

    private void waits(StoredFiring firing, String reason) {
        if (firing.attemptedAt() != null || !firing.reason().equals(reason)) {
            firings.update(firing, firing.waits(reason));
            log.info("schedule={} slot={} waits: {}", firing.schedule(), firing.slot(), reason);
        }
    }

    /** Stores that no run begins for a firing, and why. */
    void skip(StoredFiring firing, String reason, Instant now) {
        decided(firing, firing.skipped(reason, now));
    }

    /** Stores that the settings intend no run for a firing, and why. */
    void omit(StoredFiring firing, String reason, Instant now) {
        decided(firing, firing.omitted(reason, now));
    }

    private void decided(StoredFiring firing, StoredFiring decided) {
        firings.update(firing, decided);
        log.info("schedule={} slot={} {}: {}", firing.schedule(), firing.slot(), decided.state(), decided.reason());
    }
}
