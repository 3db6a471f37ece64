package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.PoolJudge;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.kafka.LogLimit;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The judges of all pools of one reader. Takes decoded batches and watches, and the time, and passes on the verdicts
 * that are due. Duplicate batches and those of a wrong clock are set aside and counted. Not safe for concurrent use.
 */
public final class PoolJudges {
    private static final Logger log = LoggerFactory.getLogger(PoolJudges.class);

    private final JudgeSettings settings;
    private final ClockCheck clocks;
    private final RuleCache rules;
    private final IntakeMeters meters;
    private final Consumer<Verdict> verdicts;
    private final LogLimit skewed = new LogLimit();
    private Duplicates duplicates = new Duplicates();
    private final Map<String, PoolJudge> byPool = new HashMap<>();
    private Instant tidiedAt = Instant.MIN;

    /**
     * @param mostSkew batches with a larger clock error are not judged; above zero
     * @param rules the compiled rules of the watches
     * @param verdicts called by the methods of this class, must not block for long
     */
    public PoolJudges(
            JudgeSettings settings,
            Duration mostSkew,
            RuleCache rules,
            MeterRegistry registry,
            Consumer<Verdict> verdicts) {
        this(settings, new ClockCheck(mostSkew), rules, new IntakeMeters(registry), verdicts);
    }

    PoolJudges(
            JudgeSettings settings,
            ClockCheck clocks,
            RuleCache rules,
            IntakeMeters meters,
            Consumer<Verdict> verdicts) {
        this.settings = settings;
        this.clocks = clocks;
        this.rules = rules;
        this.meters = meters;
        this.verdicts = verdicts;
    }

    /** Takes a batch, and passes on the verdicts that are due at its arrival. */
    public void onSample(SampleBatch batch, Stamp stamp) {
        meters.batches.increment();
        if (!duplicates.isNew(batch, stamp.arrived())) {
            meters.duplicates.increment();
            return;
        }
        var skew = clocks.skew(batch.time(), stamp);
        if (skew.isPresent()) {
            onSkewed(batch, skew.get(), stamp.arrived());
            return;
        }
        if (stamp.live()) {
            meters.lag(Duration.between(batch.time(), stamp.arrived()));
        }
        PoolJudge judge = judge(batch.pool());
        var judged = stamp.live() ? judge.on(batch, stamp.arrived()) : judge.again(batch, stamp.arrived());
        if (judged.late()) {
            meters.late.increment();
        }
        judged.verdicts().forEach(verdicts);
    }

    /** Takes a watch or its renewal. */
    public void onWatch(Watch watch, Instant now) {
        judge(watch.pool()).on(watch, rules.of(watch), now);
    }

    /** Passes on the verdicts that are due by the passage of time. To be called several times a second. */
    public void onTime(Instant now) {
        byPool.entrySet().removeIf(pool -> !judged(pool.getKey(), pool.getValue(), now));
        if (tidiedAt == Instant.MIN || Duration.between(tidiedAt, now).toSeconds() >= 10) {
            tidiedAt = now;
            byPool.values().removeIf(PoolJudge::isIdle);
            duplicates.forgetSilentSince(now.minus(settings.retention()).minus(settings.retention()));
        }
    }

    /** Whether the pool could be judged. A pool that fails starts again from an empty state; the others continue. */
    private boolean judged(String pool, PoolJudge judge, Instant now) {
        try {
            judge.at(now).forEach(verdicts);
            return true;
        } catch (RuntimeException e) {
            meters.failures.increment();
            log.error("pool={} evaluation failed; its state is rebuilt from the next samples", pool, e);
            return false;
        }
    }

    /** The partitions changed: drops all state, because the records are read again. */
    void discard() {
        byPool.clear();
        duplicates = new Duplicates();
    }

    /** Number of watched runs of all pools. */
    public int watchedRuns() {
        return byPool.values().stream().mapToInt(PoolJudge::watched).sum();
    }

    private PoolJudge judge(String pool) {
        return byPool.computeIfAbsent(pool, unused -> new PoolJudge(settings));
    }

    private void onSkewed(SampleBatch batch, Duration ahead, Instant now) {
        meters.skewed.increment();
        String what = String.format(
                Locale.ROOT,
                "%s about %s: clock %.1f s %s, not judged",
                batch.reporter(),
                batch.host(),
                Math.abs(ahead.toMillis()) / 1000.0,
                ahead.isNegative() ? "behind or batch held up" : "ahead");
        judge(batch.pool()).note(what, now);
        skewed.next(now)
                .ifPresent(count ->
                        log.warn("pool={} {} ({} such batches since the last log line)", batch.pool(), what, count));
    }
}
