package dev.redliner.analyzer.traffic;

import dev.redliner.contracts.traffic.EnvoyMinute;
import dev.redliner.contracts.traffic.TrafficMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The minutes of one pool. A minute is condensed a short time after its first record arrived. It includes the Envoys
 * that sent a record for it or for one of the {@link #REMEMBERED} minutes before: an Envoy that becomes silent causes
 * gaps until that time has passed. An Envoy that several collectors read counts once. Therefore the same records give
 * the same minutes, in any order of arrival. Not safe for concurrent use.
 */
final class PoolMinutes {
    /** A silent Envoy counts as missing for this long, and after that as removed. */
    static final Duration REMEMBERED = Duration.ofMinutes(5);

    /**
     * Collectors send within a second of the minute's end, and records that Kafka does not accept within 4 s are
     * dropped.
     */
    static final Duration GRACE = Duration.ofSeconds(6);

    /** More Envoys than this in one pool are a mistake. */
    private static final int MOST_ENVOYS = 1_000;

    private static final class Draft {
        private final Map<CountedEnvoys.Reader, CountedEnvoys.Count> counts = new TreeMap<>();
        private final Instant arrived;
        private boolean sent;

        Draft(Instant arrived) {
            this.arrived = arrived;
        }
    }

    private final String pool;
    private final TreeMap<Instant, Draft> minutes = new TreeMap<>();

    PoolMinutes(String pool) {
        this.pool = pool;
    }

    /**
     * Takes a minute; returns false if the pool's minute was already condensed without it, or if there are too many
     * Envoys.
     */
    boolean add(EnvoyMinute minute, Instant now) {
        Draft draft = minutes.computeIfAbsent(minute.start(), start -> new Draft(now));
        var reader = new CountedEnvoys.Reader(minute.collector(), minute.envoy());
        if (draft.sent || draft.counts.size() >= MOST_ENVOYS) {
            return draft.counts.containsKey(reader);
        }
        draft.counts.putIfAbsent(reader, new CountedEnvoys.Count(minute.node(), minute.counts()));
        return true;
    }

    /** The minutes that are due by now, oldest first. */
    List<TrafficMinute> at(Instant now) {
        var due = new ArrayList<TrafficMinute>();
        minutes.forEach((start, draft) -> {
            if (!draft.sent && !now.isBefore(draft.arrived.plus(GRACE))) {
                draft.sent = true;
                due.add(condensed(start, draft));
            }
        });
        // otherwise a record for an older minute would be condensed without the other Envoys
        minutes.headMap(now.minus(REMEMBERED).minus(REMEMBERED)).values().removeIf(draft -> draft.sent);
        return due;
    }

    boolean isEmpty() {
        return minutes.isEmpty();
    }

    private TrafficMinute condensed(Instant start, Draft draft) {
        var envoys = new CountedEnvoys();
        minutes.subMap(start.minus(REMEMBERED), start).values().forEach(earlier -> envoys.expect(earlier.counts));
        envoys.counted(draft.counts);
        return new TrafficMinute(pool, start, envoys.number(), envoys.sum());
    }
}
