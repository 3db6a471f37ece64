package dev.redliner.collector.sampling;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.ReadResult;
import dev.redliner.collector.sample.Reading;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads sources on separate threads, each within a time limit. */
final class TimedReads {
    private static final Logger log = LoggerFactory.getLogger(TimedReads.class);

    private final Executor readers;
    private final ScheduledExecutorService timer;
    private final Map<MetricSource, AtomicBoolean> busy = new ConcurrentHashMap<>();
    private final Map<Duration, TimeLimiter> limiters = new ConcurrentHashMap<>();

    TimedReads(Executor readers, ScheduledExecutorService timer) {
        this.readers = readers;
        this.timer = timer;
    }

    /** The result of the read for each host of the source; completes within the limit, and never with an exception. */
    CompletableFuture<Outcome> read(MetricSource source, Instant due, Duration limit) {
        AtomicBoolean reading = busy.computeIfAbsent(source, key -> new AtomicBoolean());
        if (reading.getAndSet(true)) {
            // a source is read by one thread at a time; a source that hangs must not occupy all threads
            return CompletableFuture.completedFuture(Outcome.missed("the read before is still under way"));
        }
        return limiterOf(limit)
                .executeCompletionStage(timer, () -> start(source, due, limit, reading))
                .handle((outcome, failure) ->
                        failure == null ? outcome : Outcome.missed(reason(source, limit, failure)))
                .toCompletableFuture();
    }

    /** Drops the state of a source that is no longer read. */
    void discard(MetricSource source) {
        busy.remove(source);
    }

    /** One limiter for each limit; there are as many limits as sampling intervals. */
    private TimeLimiter limiterOf(Duration limit) {
        return limiters.computeIfAbsent(
                limit,
                each -> TimeLimiter.of(TimeLimiterConfig.custom()
                        .timeoutDuration(each)
                        .cancelRunningFuture(false)
                        .build()));
    }

    private CompletionStage<Outcome> start(MetricSource source, Instant due, Duration limit, AtomicBoolean reading) {
        try {
            return CompletableFuture.supplyAsync(() -> readNow(source, due, limit, reading), readers);
        } catch (RejectedExecutionException e) {
            reading.set(false);
            return CompletableFuture.completedFuture(Outcome.missed("too many reads are under way"));
        }
    }

    private static Outcome readNow(MetricSource source, Instant due, Duration limit, AtomicBoolean reading) {
        try {
            return new Outcome(source.read(due, limit), null);
        } catch (ReadFailed e) {
            return Outcome.missed(e.reason());
        } finally {
            reading.set(false);
        }
    }

    private static String reason(MetricSource source, Duration limit, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof TimeoutException) {
            return "no answer within " + limit.toMillis() + " ms";
        }
        log.error("source={} failed unexpectedly; sending a gap", source.name(), cause);
        return "unexpected failure: " + cause;
    }

    /**
     * @param readings by host; empty if the read failed
     * @param failure why the read failed; null if it succeeded
     */
    record Outcome(Map<String, Reading> readings, @Nullable String failure) {
        static Outcome missed(String reason) {
            return new Outcome(Map.of(), reason);
        }

        ReadResult of(String host) {
            Reading reading = readings.get(host);
            if (reading != null) {
                return new ReadResult.Got(reading);
            }
            return new ReadResult.Missed(failure == null ? "the source told nothing of it" : failure);
        }
    }
}
