package dev.redliner.testbench.chaos;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Analyzer and collector, reduced to verdicts on the traffic that the Envoys sent to a host of known capacity. */
final class AnalyzerNode {
    private static final long PATIENCE = 4 * Timeline.SECOND;
    private static final Duration FAST = Duration.ofMillis(20);
    private static final Duration SLOW = Duration.ofMillis(150);

    private final VirtualCluster world;
    private final SimulatedProcess machine;
    private final SimulatedProcess collector;
    private final Map<String, Watched> watched = new HashMap<>();

    /** State of a watched run between two ticks. */
    private static final class Watched {
        private Watch watch;
        private @Nullable Instant last;
        private double served;
        private double toSut;
        private final SimulatedVerdicts judgement = new SimulatedVerdicts();

        Watched(Watch watch) {
            this.watch = watch;
        }
    }

    AnalyzerNode(VirtualCluster world) {
        this.world = world;
        this.machine = new SimulatedProcess("analyzer", world.timeline());
        this.collector = new SimulatedProcess("collector", world.timeline());
        collector.boot();
    }

    SimulatedProcess machine() {
        return machine;
    }

    SimulatedProcess collector() {
        return collector;
    }

    void boot() {
        machine.boot();
        watched.clear();
        world.kafka().watches().read(machine, this::watch);
    }

    private void watch(Watch watch) {
        Watched known = watched.get(watch.run());
        if (known != null) {
            known.watch = watch;
        } else if (machine.wall().isBefore(watch.validUntil())) {
            var fresh = new Watched(watch);
            watched.put(watch.run(), fresh);
            measure(fresh);
            machine.after(watch.samplingInterval().toNanos(), () -> tick(fresh));
        }
    }

    private void tick(Watched one) {
        if (!machine.wall().isBefore(one.watch.validUntil())) {
            watched.remove(one.watch.run());
            return;
        }
        Tick tick = measure(one);
        Verdict verdict = one.judgement.verdict(one.watch, machine.wall(), tick, world.host());
        world.runs().made(verdict);
        world.kafka().verdicts().send(machine, verdict, PATIENCE, why -> {});
        machine.after(one.watch.samplingInterval().toNanos(), () -> tick(one));
    }

    /** Counts since the last measurement, or null if the collector could not read them or the clock makes no sense. */
    private @Nullable Tick measure(Watched one) {
        double served = 0;
        double toSut = 0;
        for (EnvoyNode envoy : world.allEnvoys()) {
            envoy.account();
            served += envoy.served();
            toSut += envoy.toSut();
        }
        Instant now = machine.wall();
        Instant before = one.last;
        double pool = (served - one.served) * world.host().poolRps();
        double sut = (toSut - one.toSut) * world.host().poolRps();
        one.last = now;
        one.served = served;
        one.toSut = toSut;
        boolean plausible = before != null
                && now.isAfter(before)
                && Duration.between(before, now)
                                .compareTo(one.watch.samplingInterval().multipliedBy(3))
                        < 0;
        boolean seen = collector.works() && !collector.cutOff();
        return before != null && plausible && seen ? tick(before, now, sut, pool) : null;
    }

    private Tick tick(Instant from, Instant to, double sut, double pool) {
        double seconds = Duration.between(from, to).toNanos() / 1e9;
        SimulatedPool host = world.host();
        double completed = host.dead() ? 0 : Math.round(sut);
        long slow = Math.round(completed * host.slowFraction(sut / seconds));
        long fast = Math.max(0, (long) completed - slow);
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(FAST), fast);
        counts.put(LatencyHistogram.bucketOf(SLOW), slow);
        var latency = LatencyHistogram.of(counts, 0.02 * fast + 0.15 * slow);
        double peers = Math.round(pool) - Math.round(sut);
        return new Tick(
                from,
                to,
                Math.round(sut),
                completed,
                host.dead() ? Math.round(sut) : 0,
                latency,
                Math.round(pool),
                host.peersSuffer() ? peers * 0.2 : 0,
                Math.max(0, peers),
                LatencyHistogram.EMPTY,
                Math.min(1, sut / seconds / host.capacity() * 0.8),
                0.0,
                Map.of(),
                0.0,
                true,
                Map.of(),
                Overdue.NONE,
                Overdue.NONE,
                world.allEnvoys().stream()
                        .map(envoy -> envoy.machine().name())
                        .sorted()
                        .toList(),
                null);
    }
}
