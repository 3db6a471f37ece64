package dev.redliner.controller.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Lets one of all controllers on a database carry out the next round, by db-scheduler: the round is one row of table
 * {@code scheduler_task}. If its controller dies, another continues after four heartbeats.
 */
final class RoundTrigger implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(RoundTrigger.class);
    private static final String TASK = "firing-round";
    private static final String INSTANCE = "all-schedules";
    private static final int MISSED_HEARTBEATS = 4;
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);
    private static final Duration AFTER_STOP = Duration.ofSeconds(5);

    private final DataSource database;
    private final UnaryOperator<Instant> round;
    private final ScheduleSettings settings;
    private final InstantSource clock;
    private volatile @Nullable Scheduler scheduler;

    /** @param round carries out a round at an instant, and returns the instant of the next */
    RoundTrigger(DataSource database, UnaryOperator<Instant> round, ScheduleSettings settings, InstantSource clock) {
        this.database = database;
        this.round = round;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public void start() {
        CustomTask<Void> task = Tasks.custom(TASK, Void.class)
                .onFailure(new FailureHandler.OnFailureRetryLater<>(AFTER_FAILURE))
                .onDeadExecutionRevive()
                .scheduleOnStartup(INSTANCE, null, (UnaryOperator<Instant>) now -> now)
                .execute((instance, context) -> {
                    Instant next = round();
                    return (complete, operations) -> operations.reschedule(complete, next);
                });
        Scheduler created = Scheduler.create(database)
                .startTasks(task)
                .tableName("scheduler_task")
                .schedulerName(new SchedulerName.Fixed("controller-" + UUID.randomUUID()))
                .threads(1)
                .executorService(new UninterruptedThread("redliner-controller-schedules"))
                .dueExecutor(new UninterruptedThread("redliner-controller-schedules-due"))
                .housekeeperExecutor(new UninterruptedThread("redliner-controller-schedules-heartbeat"))
                .pollingInterval(settings.pollEvery())
                .heartbeatInterval(settings.heartbeat())
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .shutdownMaxWait(AFTER_STOP)
                .failureLogging(LogLevel.WARN, false)
                .build();
        scheduler = created;
        created.start();
    }

    /** db-scheduler retries a round that fails. Its own logger writes a stack a second without a database, so it is off. */
    private Instant round() {
        try {
            return round.apply(Instant.ofEpochMilli(clock.millis()));
        } catch (DataAccessException | TransactionException e) {
            log.warn(
                    "the database is unavailable; no schedule fires, and the next attempt is in {}: {}",
                    AFTER_FAILURE,
                    e.getMessage());
            throw e;
        } catch (RuntimeException | Error e) {
            log.error("the firings of the schedules failed; the next attempt is in {}", AFTER_FAILURE, e);
            throw e;
        }
    }

    /** Lets the next round begin now. If one is under way, it reads the schedules again before it ends. */
    void wake() {
        Scheduler running = scheduler;
        if (running == null) {
            return;
        }
        try {
            running.reschedule(TaskInstanceId.of(TASK, INSTANCE), clock.instant());
        } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException e) {
            log.debug("the schedules are being looked at: {}", e.getMessage());
        } catch (RuntimeException e) {
            log.warn(
                    "a change of a schedule is stored; it takes effect within {}: {}",
                    FiringRound.LONGEST_PAUSE,
                    e.toString());
        }
    }

    @Override
    public void stop() {
        Scheduler running = scheduler;
        scheduler = null;
        if (running != null) {
            running.stop();
        }
    }

    @Override
    public boolean isRunning() {
        return scheduler != null;
    }
}
