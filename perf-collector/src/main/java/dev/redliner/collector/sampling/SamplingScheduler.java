package dev.redliner.collector.sampling;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.SampleSeries;
import dev.redliner.collector.ship.Shipper;
import dev.redliner.collector.watch.Inbox;
import dev.redliner.collector.watch.Watches;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.Watch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All reporters: starts and stops them as pools change, and shortens their interval while their pool is watched. */
public final class SamplingScheduler implements Inbox.Listener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SamplingScheduler.class);

    /** Reads are short; more simultaneous reads than this mean that many targets hang. */
    private static final int MOST_READERS = 128;

    private static final Duration SHORTEST_OF_DEPENDENCY = Duration.ofSeconds(1);

    private final ReporterPlan plan;
    private final Sources sources;
    private final Duration idleInterval;
    private final long epoch;
    private final Watches watches = new Watches();
    private final Map<String, Duration> intervalByPool = new ConcurrentHashMap<>();
    private final Map<ReporterSpec, SamplingJob> reporters = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> sequences = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor readers;
    private final SourceFailures failures;
    private final SamplingJob.Surroundings around;

    /**
     * @param idleInterval interval for pools that no run measures; zero if they are not read
     * @param clock its present time becomes the epoch of all batches
     */
    public SamplingScheduler(
            ReporterPlan plan,
            Sources sources,
            Shipper shipper,
            Duration idleInterval,
            InstantSource clock,
            MeterRegistry meters) {
        this.plan = plan;
        this.sources = sources;
        this.idleInterval = idleInterval;
        this.epoch = clock.instant().toEpochMilli();
        this.timer = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "collector-due"));
        timer.setRemoveOnCancelPolicy(true);
        this.readers = new ThreadPoolExecutor(
                0,
                MOST_READERS,
                15,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "collector-read"));
        this.failures = new SourceFailures(meters);
        Counter skipped = Counter.builder("redliner.collector.skipped")
                .description("Readings skipped because the previous read was still active")
                .register(meters);
        Gauge.builder("redliner.collector.reporters", reporters, Map::size)
                .description("Active reporters")
                .register(meters);
        this.around = new SamplingJob.Surroundings(
                clock, timer, readers, new TimedReads(readers, timer), shipper, failures, skipped);
    }

    /** Starts the configured reporters; the reporters of pools are added by {@link #onPools}. */
    public void start() {
        onPools(Map.of());
    }

    @Override
    public void onWatch(Watch watch) {
        watches.put(watch);
        Instant now = around.clock().instant();
        Duration before = intervalByPool.get(watch.pool());
        // a renewal without a change must not move the planned reading
        if (before == null || !before.equals(intervalOf(watch.pool(), now))) {
            reporters.values().stream()
                    .filter(reporter -> reporter.pool().equals(watch.pool()))
                    .forEach(SamplingJob::plan);
        }
    }

    @Override
    public synchronized void onPools(Map<String, Pool> pools) {
        Set<ReporterSpec> wanted = plan.reporters(pools.values());
        for (ReporterSpec spec : Set.copyOf(reporters.keySet())) {
            if (!wanted.contains(spec)) {
                SamplingJob gone = reporters.remove(spec);
                if (gone != null) {
                    gone.stop();
                }
                log.info("pool={} reporter={} sources={} stopped", spec.pool(), spec.reporter(), spec.sources());
            }
        }
        for (ReporterSpec spec : wanted) {
            if (!reporters.containsKey(spec)) {
                reporters.put(spec, start(spec));
            }
        }
    }

    /** The reasons of the sources that fail at present, by pool, reporter and source. */
    public Map<String, String> failing() {
        return failures.reasons();
    }

    /** Number of active reporters. */
    public int size() {
        return reporters.size();
    }

    private SamplingJob start(ReporterSpec spec) {
        List<MetricSource> made = spec.sources().stream().map(sources::make).toList();
        var seriesByHost = new HashMap<String, SampleSeries>();
        made.forEach(source ->
                source.hosts().forEach(host -> seriesByHost.computeIfAbsent(host, each -> seriesOf(spec, each))));
        var reporter = new SamplingJob(spec, made, seriesByHost, now -> intervalOf(spec, now), around);
        log.info("pool={} reporter={} sources={} started", spec.pool(), spec.reporter(), spec.sources());
        reporter.plan();
        return reporter;
    }

    /** The sequence outlives a reporter. A reporter is created again when its pool changes, while the epoch stays. */
    private SampleSeries seriesOf(ReporterSpec spec, String host) {
        AtomicLong sequence =
                sequences.computeIfAbsent(spec.pool() + "/" + spec.reporter() + "/" + host, each -> new AtomicLong());
        return new SampleSeries(spec.pool(), host, spec.reporter(), epoch, sequence::incrementAndGet);
    }

    private Duration intervalOf(ReporterSpec spec, Instant now) {
        Duration ofPool = intervalOf(spec.pool(), now);
        boolean tooOften = spec.isOfDependency() && !ofPool.isZero() && ofPool.compareTo(SHORTEST_OF_DEPENDENCY) < 0;
        return tooOften ? SHORTEST_OF_DEPENDENCY : ofPool;
    }

    private Duration intervalOf(String pool, Instant now) {
        Duration interval = watches.intervalOf(pool, now, idleInterval);
        Duration before = intervalByPool.put(pool, interval);
        if (before != null && !before.equals(interval)) {
            log.info("pool={} sampling interval {} (before: {}; PT0S: not sampled)", pool, interval, before);
        }
        return interval;
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public synchronized void close() {
        reporters.values().forEach(SamplingJob::stop);
        reporters.clear();
        timer.shutdownNow();
        readers.shutdown();
    }
}
