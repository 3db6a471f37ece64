package dev.redliner.analyzer.intake;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.kafka.LogLimit;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decodes the records of one consumer for {@link PoolJudges}. Unusable records are set aside and counted; processing
 * continues. Not safe for concurrent use.
 */
final class Intake {
    private static final Logger log = LoggerFactory.getLogger(Intake.class);

    private final PoolJudges judges;
    private final IntakeMeters meters;
    private final JsonMapper json;
    private final LogLimit broken = new LogLimit();

    Intake(
            JudgeSettings settings,
            ClockCheck clocks,
            IntakeMeters meters,
            JsonMapper json,
            Consumer<Verdict> verdicts) {
        judges = new PoolJudges(settings, clocks, new RuleCache(), meters, verdicts);
        this.meters = meters;
        this.json = json;
    }

    void onSample(@Nullable String key, byte @Nullable [] value, Stamp stamp) {
        try {
            judges.onSample(decode(key, value), stamp);
        } catch (RuntimeException e) {
            // a failure in one record must not affect the records of other pools after it
            setAside("sample", key, e, stamp.arrived());
        }
    }

    void onWatch(@Nullable String key, byte @Nullable [] value, Instant now) {
        try {
            Watch watch = json.readValue(present(value), Watch.class);
            requireKey(key, watch.pool());
            judges.onWatch(watch, now);
        } catch (RuntimeException e) {
            setAside("watch", key, e, now);
        }
    }

    /** Sends the verdicts that are due by the passage of time. */
    void onTime(Instant now) {
        judges.onTime(now);
    }

    /** The partitions changed: drops all state, because the records are read again. */
    void discard() {
        judges.discard();
    }

    int watchedRuns() {
        return judges.watchedRuns();
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
