package dev.redliner.hostmodel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The built-in host model: a scenario and a seed, which always give the same host. */
public final class BuiltInHost implements SimulatedHost {
    /** Seconds that the host has served its normal load before the run. */
    private static final int SECONDS_BEFORE = 20;

    private record Asked(int from, double share) {}

    private final Scenario scenario;
    private final HostSimulation simulation;
    private final HostDescription greeting;
    private final Buckets buckets;
    private final @Nullable CountedPool pool;
    private final Deque<Asked> asked = new ArrayDeque<>();
    private final Deque<HostSecond> unseen = new ArrayDeque<>();
    private double share;
    private int now;
    private Score score = Score.NONE;

    /** A host of a pool whose load is known exactly. */
    public BuiltInHost(Scenario scenario, long seed) {
        this(scenario, seed, false);
    }

    /** @param counted whether the pool's load is a count of requests, as a run has it, and not their expected number */
    public BuiltInHost(Scenario scenario, long seed, boolean counted) {
        this.scenario = scenario;
        pool = counted ? new CountedPool(scenario, seed) : null;
        simulation = new HostSimulation(scenario, seed, false);
        buckets = new Buckets(
                AnsweredSecond.PER_OCTAVE,
                AnsweredSecond.LOWEST_EXPONENT,
                Duration.ofNanos(Math.round(scenario.slo().latencyMs() * 1e6)));
        share = scenario.startRps() / simulation.poolMean(0);
        var history = new ArrayList<Double>();
        Arrays.stream(simulation.history(scenario.traffic().historySeconds())).forEach(history::add);
        for (int i = 0; i < SECONDS_BEFORE; i++) {
            history.add(poolRps(simulation.pass(share)));
        }
        var slo = new HostDescription.Slo(
                scenario.slo().latencyMs(),
                scenario.slo().quantile(),
                scenario.slo().maxError());
        greeting = new HostDescription(
                scenario.id(), slo, scenario.startRps(), scenario.maxRps(), scenario.deadlineSeconds(), history);
    }

    @Override
    public HostDescription greeting() {
        return greeting;
    }

    @Override
    public Passed pass(OptionalDouble wanted) {
        if (now >= scenario.deadlineSeconds()) {
            return new Passed.Deadline();
        }
        wanted.ifPresent(part -> asked.add(new Asked(
                now + scenario.actuationLagSeconds(),
                Math.max(0, Math.min(scenario.traffic().shareCap(), part)))));
        while (!asked.isEmpty() && asked.element().from() <= now) {
            share = asked.remove().share();
        }
        HostSimulation.Passed passed = simulation.pass(share);
        score = score.plus(passed.counts(), simulation.meanLoad());
        unseen.add(second(passed));
        now++;
        var visible = new ArrayList<HostSecond>();
        while (!unseen.isEmpty()
                && unseen.element().second() + 1 + scenario.metrics().delaySeconds() <= now) {
            visible.add(unseen.remove());
        }
        return new Passed.Seconds(visible);
    }

    private HostSecond second(HostSimulation.Passed passed) {
        AnsweredSecond counts = passed.counts();
        List<Buckets.Count> ascending = new ArrayList<>();
        for (int i = 0; i < counts.buckets.length; i++) {
            if (counts.buckets[i] > 0) {
                ascending.add(new Buckets.Count(i, counts.buckets[i]));
            }
        }
        double mean = 1e3 * counts.latencySum / Math.max(1, counts.withLatency);
        Double cpu = scenario.metrics().cpuVisible()
                ? (Double) Math.min(1, counts.busy * scenario.metrics().cpuPerBusy())
                : null;
        return new HostSecond(
                now,
                counts.arrivals,
                counts.completed,
                counts.errors,
                buckets.decimal(ascending, counts.slow, mean),
                cpu,
                poolRps(passed));
    }

    private double poolRps(HostSimulation.Passed passed) {
        return pool == null ? passed.poolRps() : passed.counts().arrivals + pool.count((1 - share) * passed.poolRps());
    }

    @Override
    public @Nullable JsonNode finish(Finding finding) {
        return null;
    }

    /** The effect on the host's users so far. */
    public Score score() {
        return score;
    }

    @Override
    public void close() {
        asked.clear();
    }
}
