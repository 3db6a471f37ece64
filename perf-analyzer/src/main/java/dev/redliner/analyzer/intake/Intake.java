package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.PoolJudge;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns records into verdicts, for all pools of one consumer. Unusable records are set aside and counted; processing
 * continues. Not safe for concurrent use.
 */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    private final JudgeSettings settings;
    private final ClockCheck clocks;
    private final IntakeMeters meters;
    private final JsonMapper json;
    private final Consumer<Verdict> verdicts;
    private final Bursts broken = new Bursts();
    private final Bursts skewed = new Bursts();
    private final RuleCache rules = new RuleCache();
    private Duplicates duplicates = new Duplicates();
    private final Map<String, PoolJudge> byPool = new HashMap<>();
    private Instant tidiedAt = Instant.MIN;

    Intake(
            JudgeSettings settings,
            ClockCheck clocks,
            IntakeMeters meters,
            JsonMapper json,
            Consumer<Verdict> verdicts) {
        this.settings = settings;
        this.clocks = clocks;
        this.meters = meters;
        this.json = json;
        this.verdicts = verdicts;
    }

    void onSample(@Nullable String key, byte @Nullable [] value, Stamp stamp) {
        try {
            onBatch(decode(key, value), stamp);
        } catch (RuntimeException e) {
            // a failure in one record must not affect the records of other pools after it
            setAside("sample", key, e, stamp.arrived());
        }
    }

    private void onBatch(SampleBatch batch, Stamp stamp) {
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
        var judged = judge(batch.pool()).on(batch, stamp.arrived());
        if (judged.late()) {
            meters.late.increment();
        }
        judged.verdicts().forEach(verdicts);
    }

    void onWatch(@Nullable String key, byte @Nullable [] value, Instant now) {
        try {
            Watch watch = json.readValue(present(value), Watch.class);
            requireKey(key, watch.pool());
            judge(watch.pool()).on(watch, rules.of(watch), now);
        } catch (RuntimeException e) {
            setAside("watch", key, e, now);
        }
    }

    /** Sends the verdicts that are due by the passage of time. */
    void onTime(Instant now) {
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

    int watchedRuns() {
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

    private void setAside(String kind, @Nullable String key, Exception reason, Instant now) {
        meters.undecodable.increment();
        broken.next(now)
                .ifPresent(count -> log.warn(
                        "pool={} {} cannot be decoded: {}; skipped ({} since the last log line)",
                        key,
                        kind,
                        firstLine(reason),
                        count));
    }

    private static SampleBatch decode(@Nullable String key, byte @Nullable [] value) {
        SampleBatch batch = SampleCodec.decode(present(value));
        requireKey(key, batch.pool());
        return batch;
    }

    private static byte[] present(byte @Nullable [] value) {
        if (value == null) {
            throw new IllegalArgumentException("a record without a value");
        }
        return value;
    }

    /** A record about another pool than that of its key is in the wrong partition or forged. */
    private static void requireKey(@Nullable String key, String pool) {
        if (!pool.equals(key)) {
            throw new IllegalArgumentException("key " + key + " on a record of pool " + pool);
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
