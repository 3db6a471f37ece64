package dev.redliner.controller.engine;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.api.RunUpdate.Kind;
import dev.redliner.api.StepReport;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows runs that other controllers drive. Those store a report each second, and it is read each second while the run
 * has a reader. Ticks between two reads are missing. The numbers of the events begin with 1 for the first reader.
 */
final class RemoteFollows {
    private static final Logger log = LoggerFactory.getLogger(RemoteFollows.class);
    private static final long EVERY_S = 1;

    private final Function<String, Optional<RunReport>> reports;
    private final ScheduledExecutorService thread = DatabaseThread.discarding("redliner-controller-follow");
    private final Map<String, Followed> followed = new HashMap<>();

    /** @param reports reads the report of a run; may throw if the database is unavailable */
    RemoteFollows(Function<String, Optional<RunReport>> reports) {
        this.reports = reports;
    }

    /** A run with its readers. */
    private final class Followed {
        private final String run;
        private final RunEventLog news = new RunEventLog();
        private final ScheduledFuture<?> reading;
        private @Nullable RunReport before;
        /** The time of the newest tick. */
        private Instant told = Instant.EPOCH;

        private int readers;

        Followed(String run) {
            this.run = run;
            this.reading = thread.scheduleWithFixedDelay(this::read, 0, EVERY_S, TimeUnit.SECONDS);
        }

        /** Catches every failure: a scheduled task that throws is never executed again. */
        private void read() {
            try {
                reports.apply(run).ifPresent(this::take);
            } catch (RuntimeException e) {
                log.debug("run={} of another controller cannot be read: {}", run, e.getMessage());
            }
        }

        private void take(RunReport now) {
            for (int i = 0; i < now.steps().size(); i++) {
                StepReport step = now.steps().get(i);
                StepReport earlier = before == null || i >= before.steps().size()
                        ? null
                        : before.steps().get(i);
                boolean ended = step.to() != null;
                if (earlier == null || ended && earlier.to() == null) {
                    news.append(Kind.STEP, step);
                }
            }
            LiveTick tick = now.now();
            if (tick != null && tick.at().isAfter(told)) {
                told = tick.at();
                news.append(Kind.TICK, tick);
            }
            if (before == null || before.state() != now.state()) {
                news.append(now.state().over() ? Kind.END : Kind.STATE, now);
            }
            before = now;
        }
    }

    /** Like {@link Runs#follow}. */
    synchronized AutoCloseable follow(String run, long after, Consumer<RunUpdate> reader) {
        Followed one = followed.computeIfAbsent(run, Followed::new);
        one.readers++;
        AutoCloseable following = one.news.follow(after, reader);
        return () -> {
            following.close();
            leave(one);
        };
    }

    private synchronized void leave(Followed one) {
        one.readers--;
        if (one.readers == 0) {
            one.reading.cancel(false);
            followed.remove(one.run, one);
        }
    }

    void stop() {
        DatabaseThread.end(thread);
    }
}
