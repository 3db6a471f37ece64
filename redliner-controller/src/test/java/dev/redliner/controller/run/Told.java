package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Verdicts that say one thing otherwise. */
final class Told {
    private Told() {}

    static UnaryOperator<Verdict> identity(Map<String, Double> identity) {
        return v -> verdict(v, v.tick(), v.metrics(), v.missing(), identity, v.foreign());
    }

    static UnaryOperator<Verdict> foreign(String... foreign) {
        return v -> verdict(v, v.tick(), v.metrics(), v.missing(), v.identity(), List.of(foreign));
    }

    static UnaryOperator<Verdict> missing(String... hosts) {
        return v -> verdict(v, v.tick(), v.metrics(), List.of(hosts), v.identity(), v.foreign());
    }

    static UnaryOperator<Verdict> peersCpu(double cpu) {
        return v -> {
            var metrics = new HashMap<>(v.metrics());
            metrics.put("peers.host.cpu", cpu);
            return verdict(v, v.tick(), metrics, v.missing(), v.identity(), v.foreign());
        };
    }

    static UnaryOperator<Verdict> tick(UnaryOperator<Tick> change) {
        return v -> verdict(v, change.apply(v.tick()), v.metrics(), v.missing(), v.identity(), v.foreign());
    }

    static Tick connectFailures(Tick t, double failures) {
        return new Tick(
                t.from(),
                t.to(),
                t.requested(),
                t.completed(),
                t.errors(),
                t.latency(),
                t.poolRequested(),
                t.peerErrors(),
                t.peerCompleted(),
                t.peerLatency(),
                t.cpu(),
                t.invalidating(),
                failures,
                t.whole());
    }

    /** The counts of an Envoy are missing in it. */
    static Tick partial(Tick t) {
        return with(t, t.requested(), false);
    }

    static Tick requested(Tick t, double requested) {
        return with(t, requested, t.whole());
    }

    private static Tick with(Tick t, double requested, boolean whole) {
        return new Tick(
                t.from(),
                t.to(),
                requested,
                t.completed(),
                t.errors(),
                t.latency(),
                t.poolRequested(),
                t.peerErrors(),
                t.peerCompleted(),
                t.peerLatency(),
                t.cpu(),
                t.invalidating(),
                t.connectFailures(),
                whole);
    }

    static Tick invalidating(Tick t, String counter) {
        return new Tick(
                t.from(),
                t.to(),
                t.requested(),
                t.completed(),
                t.errors(),
                t.latency(),
                t.poolRequested(),
                t.peerErrors(),
                t.peerCompleted(),
                t.peerLatency(),
                t.cpu(),
                Map.of(counter, 1.0),
                t.connectFailures(),
                t.whole());
    }

    static Tick unanswered(Tick t) {
        return new Tick(
                t.from(),
                t.to(),
                t.requested(),
                0,
                0,
                LatencyHistogram.EMPTY,
                t.poolRequested(),
                t.peerErrors(),
                t.peerCompleted(),
                t.peerLatency(),
                t.cpu(),
                t.invalidating(),
                t.connectFailures(),
                t.whole());
    }

    /** So many of the peers' answers fail, and so many take a second. */
    static Tick peers(Tick t, double errorFraction, double slowFraction) {
        long all = Math.round(t.peerCompleted());
        long slow = Math.round(all * slowFraction);
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(20)), all - slow);
        counts.put(LatencyHistogram.bucketOf(Duration.ofSeconds(1)), slow);
        return new Tick(
                t.from(),
                t.to(),
                t.requested(),
                t.completed(),
                t.errors(),
                t.latency(),
                t.poolRequested(),
                all * errorFraction,
                t.peerCompleted(),
                LatencyHistogram.of(counts, 0.02 * (all - slow) + slow),
                t.cpu(),
                t.invalidating(),
                t.connectFailures(),
                t.whole());
    }

    private static Verdict verdict(
            Verdict v,
            Tick tick,
            Map<String, Double> metrics,
            List<String> missing,
            Map<String, Double> identity,
            List<String> foreign) {
        return new Verdict(
                v.run(),
                v.pool(),
                v.at(),
                v.judgedAt(),
                v.rules(),
                tick,
                metrics,
                missing,
                v.notes(),
                identity,
                foreign);
    }
}
