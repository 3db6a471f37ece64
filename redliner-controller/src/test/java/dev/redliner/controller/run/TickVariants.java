package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Verdicts that differ from the usual ones in one respect. */
public final class TickVariants {
    private TickVariants() {}

    static UnaryOperator<Verdict> identity(Map<String, Double> identity) {
        return v -> verdict(v, v.tick(), v.metrics(), v.missing(), identity, v.foreign());
    }

    static UnaryOperator<Verdict> foreign(String... foreign) {
        return v -> verdict(v, v.tick(), v.metrics(), v.missing(), v.identity(), List.of(foreign));
    }

    static UnaryOperator<Verdict> missing(String... hosts) {
        return v -> verdict(v, v.tick(), v.metrics(), List.of(hosts), v.identity(), v.foreign());
    }

    /** Verdicts with the CPU of the only peer. */
    static UnaryOperator<Verdict> peersCpu(double cpu) {
        return peersCpu(Map.of("peers.host.cpu", cpu, "peers.host.cpu.hosts", 1.0));
    }

    static UnaryOperator<Verdict> peersCpu(Map<String, Double> cpu) {
        return v -> {
            var metrics = new HashMap<>(v.metrics());
            metrics.putAll(cpu);
            return verdict(v, v.tick(), metrics, v.missing(), v.identity(), v.foreign());
        };
    }

    public static UnaryOperator<Verdict> tick(UnaryOperator<Tick> change) {
        return v -> verdict(v, change.apply(v.tick()), v.metrics(), v.missing(), v.identity(), v.foreign());
    }

    static Tick connectFailures(Tick tick, double failures) {
        return passOn(tick, draft -> draft.connectFailures = failures);
    }

    /** A tick without the counts of one Envoy. */
    public static Tick partial(Tick tick) {
        return passOn(tick, draft -> draft.whole = false);
    }

    public static Tick since(Instant from, Tick tick) {
        return passOn(tick, draft -> draft.from = from);
    }

    static Tick requested(Tick tick, double requested) {
        return passOn(tick, draft -> draft.requested = requested);
    }

    static Tick invalidating(Tick tick, String counter) {
        return passOn(tick, draft -> draft.invalidating = Map.of(counter, 1.0));
    }

    /** A tick with the counts of these Envoys. */
    public static Tick readOf(Tick tick, String... envoys) {
        return passOn(tick, draft -> draft.envoys = List.of(envoys));
    }

    /** A tick in which only this fraction of the requests is answered. */
    static Tick answered(Tick tick, double part) {
        return passOn(tick, draft -> draft.completed = part * tick.requested());
    }

    /** A tick in which the clients of these fractions of the requests leave. */
    static Tick left(Tick tick, double part, double partOfPeers) {
        return passOn(tick, draft -> {
            draft.completed = (1 - part) * tick.requested();
            draft.overdue = new Overdue(0, 0, part * tick.requested());
            draft.peerOverdue = new Overdue(0, 0, partOfPeers * tick.peerCompleted());
        });
    }

    static Tick unanswered(Tick tick) {
        return passOn(tick, draft -> {
            draft.completed = 0;
            draft.errors = 0;
            draft.latency = LatencyHistogram.EMPTY;
        });
    }

    /** A tick in which these fractions of the peers' answers fail or take a second. */
    public static Tick peers(Tick tick, double errorFraction, double slowFraction) {
        long all = Math.round(tick.peerCompleted());
        long slow = Math.round(all * slowFraction);
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(20)), all - slow);
        counts.put(LatencyHistogram.bucketOf(Duration.ofSeconds(1)), slow);
        return passOn(tick, draft -> {
            draft.peerErrors = all * errorFraction;
            draft.peerLatency = LatencyHistogram.of(counts, 0.02 * (all - slow) + slow);
        });
    }

    public static Tick stalled(Tick tick, double seconds) {
        return passOn(tick, draft -> draft.stalled = seconds);
    }

    private static Tick passOn(Tick tick, Consumer<Draft> change) {
        var draft = new Draft(tick);
        change.accept(draft);
        return draft.tick();
    }

    /** A tick that is being changed. */
    private static final class Draft {
        private final Tick before;
        private Instant from;
        private double requested;
        private double completed;
        private double errors;
        private LatencyHistogram latency;
        private double peerErrors;
        private LatencyHistogram peerLatency;
        private Map<String, Double> invalidating;
        private double connectFailures;
        private boolean whole;
        private double stalled;
        private Overdue overdue;
        private Overdue peerOverdue;
        private List<String> envoys;

        Draft(Tick tick) {
            before = tick;
            from = tick.from();
            requested = tick.requested();
            completed = tick.completed();
            errors = tick.errors();
            latency = tick.latency();
            peerErrors = tick.peerErrors();
            stalled = tick.stalled();
            peerLatency = tick.peerLatency();
            invalidating = tick.invalidating();
            connectFailures = tick.connectFailures();
            whole = tick.whole();
            overdue = tick.overdue();
            peerOverdue = tick.peerOverdue();
            envoys = tick.envoys();
        }

        Tick tick() {
            return new Tick(
                    from,
                    before.to(),
                    requested,
                    completed,
                    errors,
                    latency,
                    before.poolRequested(),
                    peerErrors,
                    before.peerCompleted(),
                    peerLatency,
                    before.cpu(),
                    stalled,
                    invalidating,
                    connectFailures,
                    whole,
                    before.hosts(),
                    overdue,
                    peerOverdue,
                    envoys,
                    before.late());
        }
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
