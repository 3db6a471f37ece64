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
 * The minutes of one pool. A minute is condensed a while after its first record arrived, from the Envoys that sent one for
 * it or for one of the {@link #REMEMBERED} minutes before: an Envoy that fell silent makes gaps until it is forgotten. An
 * Envoy that several collectors read counts once. So the same records give the same minutes, in whatever order they came.
 * Not for several threads.
 */
final class PoolMinutes {
    /** For so long a silent Envoy is one that is missing, and after that one that is gone. */
    static final Duration REMEMBERED = Duration.ofMinutes(5);

    /** Collectors send within a second of the minute's end, and what Kafka does not take for 4 s is dropped. */
    static final Duration GRACE = Duration.ofSeconds(6);

    /** More Envoys than this of one pool are a mistake. */
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

    /** Takes a minute; false if the pool's minute was condensed without it, or it is one more than can be. */
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
        // what came for an older minute would be condensed by itself alone
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
