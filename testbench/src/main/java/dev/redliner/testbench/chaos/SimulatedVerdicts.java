package dev.redliner.testbench.chaos;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The two rules of the simulated service over a short window: a latency rule that backs off, and an error rule that
 * stops the run.
 */
final class SimulatedVerdicts {
    static final String LATENCY = "p99";
    static final String USERS = "users";
    static final Duration WINDOW = Duration.ofSeconds(3);
    static final int ENOUGH = 50;
    private static final double ALLOWED = 0.01;
    private static final double LIMIT_SECONDS = 0.1;
    private static final Duration LIMIT = Duration.ofMillis(100);
    private static final int OF = 3;
    private static final int FAILED = 2;

    private final Deque<Tick> ticks = new ArrayDeque<>();
    private final Deque<Outcome> outcomes = new ArrayDeque<>();

    Verdict verdict(Watch watch, Instant at, @Nullable Tick tick, SimulatedPool host) {
        ticks.removeIf(t -> t.to().isBefore(at.minus(WINDOW)));
        if (tick != null) {
            ticks.add(tick);
        }
        double total = ticks.stream().mapToDouble(Tick::completed).sum();
        double bad = ticks.stream().mapToDouble(t -> t.latency().over(LIMIT)).sum();
        boolean known = tick != null && total >= ENOUGH;
        Outcome outcome = !known ? Outcome.UNKNOWN : bad > ALLOWED * total ? Outcome.FAIL : Outcome.PASS;
        outcomes.add(outcome);
        if (outcomes.size() > OF) {
            outcomes.remove();
        }
        boolean failing = outcomes.stream().filter(o -> o == Outcome.FAIL).count() >= FAILED;
        boolean stop = known && (host.peersSuffer() || host.dead());
        return new Verdict(
                watch.run(),
                watch.pool(),
                at,
                at,
                List.of(
                        new RuleVerdict(
                                LATENCY,
                                outcome,
                                failing,
                                OnFail.BACK_OFF,
                                List.of(criterion(tick, known ? bad / total : null)),
                                known ? null : "not enough samples"),
                        new RuleVerdict(
                                USERS,
                                stop ? Outcome.FAIL : tick == null ? Outcome.UNKNOWN : Outcome.PASS,
                                stop,
                                OnFail.STOP,
                                List.of(),
                                tick == null ? "no samples" : null)),
                tick,
                Map.of("latency.p99", 0.02),
                tick == null ? watch.sut() : List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    private static Criterion criterion(@Nullable Tick tick, @Nullable Double badPart) {
        Double value = badPart == null ? null : Double.valueOf(badPart > ALLOWED ? 0.15 : 0.02);
        return new Criterion(
                Criterion.Kind.FRACTION,
                "latency.p99",
                "latency.p99 <= duration(\"100ms\")",
                value,
                LIMIT_SECONDS,
                ALLOWED,
                tick == null ? 0 : tick.latency().over(LIMIT),
                tick == null ? 0 : tick.completed(),
                null);
    }
}
