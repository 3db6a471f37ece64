package dev.redliner.analyzer.traffic;

import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.TrafficCodec;
import dev.redliner.contracts.traffic.TrafficMinute;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Condenses the minutes of all pools of one consumer. It has no state that could be lost: after {@link #discard} it
 * receives the records of {@link #READ_BACK} again, and may send some minutes a second time. Not safe for concurrent
 * use.
 */
public final class TrafficIntake {
    /** How far back an analyzer reads minutes when it takes a partition. */
    public static final Duration READ_BACK = PoolMinutes.REMEMBERED.multipliedBy(2);

    private static final Logger log = LoggerFactory.getLogger(TrafficIntake.class);
    private static final Duration LOOKED_EVERY = Duration.ofSeconds(1);

    private final Duration mostSkew;
    private final Consumer<TrafficMinute> minutes;
    private final Map<String, PoolMinutes> byPool = new HashMap<>();
    private final Counter condensed;
    private final Counter late;
    private final Counter undecodable;
    private final Counter skewed;
    private Instant lookedAt = Instant.MIN;
    private Instant wholeFrom = Instant.MIN;
    private boolean inBurst;

    /**
     * @param mostSkew minutes with a larger clock error are not used
     * @param minutes receives the minutes of pools; must not block for long
     */
    public TrafficIntake(Duration mostSkew, Consumer<TrafficMinute> minutes, MeterRegistry registry) {
        this.mostSkew = mostSkew;
        this.minutes = minutes;
        condensed = counter(
                registry,
                "redliner.analyzer.traffic.records",
                "Minutes of pool traffic, summed over the Envoys of a pool");
        late = counter(
                registry,
                "redliner.analyzer.traffic.late",
                "Minutes of Envoy traffic received after the minute of their pool was closed");
        undecodable = counter(
                registry, "redliner.analyzer.traffic.undecodable", "Unreadable minutes of Envoy traffic, skipped");
        skewed = counter(
                registry,
                "redliner.analyzer.traffic.skewed",
                "Minutes of Envoy traffic not used because their clock is wrong");
    }

    /**
     * Processes a record of {@link dev.redliner.contracts.Topics#COUNTS}.
     *
     * @param sent time of writing, by a clock that is not the collector's; null if unknown, as for records that are
     *     read again
     */
    public void on(@Nullable String key, byte @Nullable [] value, @Nullable Instant sent, Instant now) {
        EnvoyMinute minute;
        try {
            if (value == null) {
                throw new IllegalArgumentException("a record without a value");
            }
            minute = TrafficCodec.envoyMinute(value);
            if (!minute.pool().equals(key)) {
                throw new IllegalArgumentException("key " + key + " on a record of pool " + minute.pool());
            }
        } catch (IllegalArgumentException e) {
            setAside(key, e);
            return;
        }
        inBurst = false;
        if (isSkewed(minute.end(), sent, now)) {
            skewed.increment();
            return;
        }
        if (!byPool.computeIfAbsent(minute.pool(), PoolMinutes::new).add(minute, now)) {
            late.increment();
        }
    }

    /** Sends the minutes that are due by the passage of time. */
    public void onTime(Instant now) {
        if (lookedAt != Instant.MIN && Duration.between(lookedAt, now).abs().compareTo(LOOKED_EVERY) < 0) {
            return;
        }
        lookedAt = now;
        byPool.values().removeIf(pool -> {
            for (TrafficMinute minute : pool.at(now)) {
                if (!minute.start().isBefore(wholeFrom)) {
                    condensed.increment();
                    minutes.accept(minute);
                }
            }
            return pool.isEmpty();
        });
    }

    /**
     * The partitions changed: drops all state, because the records are read again.
     *
     * @param readFrom records that were written earlier are not read. Therefore, for minutes until some time after it,
     *     not all Envoys are known
     */
    public void discard(Instant readFrom) {
        byPool.clear();
        wholeFrom = readFrom.plus(PoolMinutes.REMEMBERED).plus(mostSkew);
    }

    /** A minute is sent when it is over, not before and not much later. */
    private boolean isSkewed(Instant end, @Nullable Instant sent, Instant now) {
        Instant reference = sent == null ? now : sent;
        boolean ahead = end.isAfter(reference.plus(mostSkew));
        return ahead
                || (sent != null && end.plus(PoolMinutes.GRACE).plus(mostSkew).isBefore(sent));
    }

    private void setAside(@Nullable String key, IllegalArgumentException e) {
        undecodable.increment();
        if (!inBurst) {
            log.warn(
                    "key={} an Envoy minute cannot be decoded: {}; skipped with those directly after it",
                    key,
                    e.getMessage());
        }
        inBurst = true;
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
