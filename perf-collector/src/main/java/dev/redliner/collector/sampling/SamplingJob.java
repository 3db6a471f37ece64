package dev.redliner.collector.sampling;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadResult;
import dev.redliner.collector.sample.SampleSeries;
import dev.redliner.collector.sampling.TimedReads.Outcome;
import dev.redliner.collector.ship.Shipper;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads its sources at each due time and ships a batch for each host of the sources. A reading that falls due during another one is skipped. */
final class SamplingJob {
    private static final Logger log = LoggerFactory.getLogger(SamplingJob.class);

    private final ReporterSpec spec;
    private final List<MetricSource> sources;
    private final Map<String, SampleSeries> seriesByHost;
    private final Function<Instant, Duration> interval;
    private final Surroundings around;
    private @Nullable Future<?> planned;
    private Instant fired = Instant.EPOCH;
    private boolean reading;
    private boolean stopped;

    /** The objects that all reporters share. */
    record Surroundings(
            InstantSource clock,
            ScheduledExecutorService timer,
            Executor readers,
            TimedReads reads,
            Shipper shipper,
            SourceFailures failures,
            Counter skipped) {}

    /**
     * @param seriesByHost a series for each host of the sources
     * @param interval the interval at a given moment; zero while the sources are not read
     */
    SamplingJob(
            ReporterSpec spec,
            List<MetricSource> sources,
            Map<String, SampleSeries> seriesByHost,
            Function<Instant, Duration> interval,
            Surroundings around) {
        this.spec = spec;
        this.sources = List.copyOf(sources);
        this.seriesByHost = Map.copyOf(seriesByHost);
        this.interval = interval;
        this.around = around;
    }

    String pool() {
        return spec.pool();
    }

    /** Plans the next reading again, because the interval may have changed. */
    synchronized void plan() {
        if (stopped) {
            return;
        }
        if (planned != null) {
            planned.cancel(false);
        }
        Instant now = around.clock.instant();
        Duration every = interval.apply(now);
        if (every.isZero()) {
            planned = null;
            return;
        }
        // a timer can fire slightly early; a due time that has fired must not be planned again
        boolean early = now.isBefore(fired) && fired.isBefore(now.plus(every));
        Instant due = DueTimes.after(early ? fired : now, every);
        long delayNanos = Duration.between(now, due).toNanos();
        planned = around.timer.schedule(() -> fire(due, every), delayNanos, TimeUnit.NANOSECONDS);
    }

    private synchronized void fire(Instant due, Duration every) {
        if (stopped) {
            return;
        }
        if (reading) {
            around.skipped.increment();
        } else {
            begin(due, every);
        }
        fired = due;
        planned = null;
        plan();
    }

    /** The next reading is planned even if this round fails. */
    private void begin(Instant due, Duration every) {
        reading = true;
        try {
            round(DueTimes.of(due, around.clock.instant(), every), every);
        } catch (RuntimeException | Error e) {
            finish(e);
        }
    }

    private void round(Instant due, Duration every) {
        var outcomes = new LinkedHashMap<MetricSource, CompletableFuture<Outcome>>();
        sources.forEach(source -> outcomes.put(source, around.reads.read(source, due, DueTimes.limitOf(every))));
        CompletableFuture.allOf(outcomes.values().toArray(CompletableFuture[]::new))
                .thenRunAsync(() -> report(due, every, outcomes), around.readers)
                .whenComplete((done, failure) -> finish(failure));
    }

    private void report(Instant due, Duration every, Map<MetricSource, CompletableFuture<Outcome>> outcomes) {
        seriesByHost.forEach((host, series) -> {
            var results = new LinkedHashMap<String, ReadResult>();
            outcomes.forEach((source, outcome) -> {
                if (source.hosts().contains(host)) {
                    results.put(source.name(), outcome.join().of(host));
                }
            });
            series.next(due, every, envoy(), results).ifPresent(around.shipper::ship);
            note(results);
        });
    }

    private String envoy() {
        return sources.stream()
                .map(MetricSource::envoy)
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** A read in progress when the reporter stops must not leave a failing source behind. */
    private synchronized void note(Map<String, ReadResult> results) {
        if (!stopped) {
            results.forEach((source, result) -> around.failures.note(spec, source, result));
        }
    }

    private synchronized void finish(@Nullable Throwable failure) {
        reading = false;
        if (failure != null && !stopped) {
            log.error(
                    "pool={} reporter={} missed one sampling round; continuing with the next",
                    pool(),
                    spec.reporter(),
                    failure);
        }
    }

    void stop() {
        synchronized (this) {
            stopped = true;
            if (planned != null) {
                planned.cancel(false);
            }
        }
        sources.forEach(source -> {
            around.reads.discard(source);
            source.close();
        });
        around.failures.discard(spec);
    }
}
