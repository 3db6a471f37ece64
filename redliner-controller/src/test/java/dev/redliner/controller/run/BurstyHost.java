package dev.redliner.controller.run;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.evidence.Baseline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * A healthy host that answers each request after an exponential time. Requests arrive in pairs, so that the variance of
 * their number is twice its mean. Some clients leave, also in pairs.
 */
final class BurstyHost {
    static final Duration TICK = Duration.ofMillis(500);
    private static final Instant START = Instant.parse("2026-11-01T12:00:00Z");

    private final Random random;
    private final double meanSeconds;
    private final double leaving;
    private final double hanging;
    private final PriorityQueue<Double> answers = new PriorityQueue<>();
    private final List<Tick> recent = new ArrayList<>();
    private int ticks;

    /**
     * @param meanSeconds mean latency
     * @param leaving fraction of the requests that clients leave at once
     * @param hanging fraction of the requests that is never answered
     */
    BurstyHost(Random random, double meanSeconds, double leaving, double hanging) {
        this.random = random;
        this.meanSeconds = meanSeconds;
        this.leaving = leaving;
        this.hanging = hanging;
    }

    /** Adds half a second. The ticks of the last 10 s are kept. */
    Tick tick(double rps) {
        double from = ticks * seconds();
        double to = ++ticks * seconds();
        double left = 0;
        double requested = 0;
        for (double at = from + gap(rps); at < to; at += gap(rps)) {
            requested += 2;
            if (random.nextDouble() < leaving) {
                left += 2;
            } else {
                answer(at);
                answer(at);
            }
        }
        double completed = 0;
        while (!answers.isEmpty() && answers.peek() < to) {
            answers.poll();
            completed++;
        }
        Tick tick = tick(at(from), at(to), requested, completed, left, latency(Math.round(completed)));
        recent.add(tick);
        recent.removeIf(old -> old.to().plusSeconds(10).isBefore(tick.to()));
        return tick;
    }

    List<Tick> recent() {
        return recent;
    }

    private void answer(double at) {
        if (random.nextDouble() >= hanging) {
            answers.add(at - meanSeconds * Math.log(1 - random.nextDouble()));
        }
    }

    private double gap(double rps) {
        return -Math.log(1 - random.nextDouble()) * 2 / rps;
    }

    private static double seconds() {
        return TICK.toMillis() / 1000.0;
    }

    private static Instant at(double seconds) {
        return START.plusMillis(Math.round(seconds * 1000));
    }

    private static Tick tick(
            Instant from, Instant to, double requested, double completed, double left, LatencyHistogram latency) {
        return TestTick.of(from, to, requested)
                .completed(completed)
                .latency(latency)
                .overdue(new Overdue(0, 0, left))
                .tick();
    }

    /** Latencies with the right mean. Their distribution does not matter. */
    private LatencyHistogram latency(long count) {
        int bucket = LatencyHistogram.bucketOf(Duration.ofMillis(Math.round(1000 * meanSeconds)));
        return LatencyHistogram.of(new TreeMap<>(Map.of(bucket, count)), count * meanSeconds);
    }

    /** The baseline that is measured over this many seconds. */
    Baseline baseline(double rps, double lasting) {
        Baseline baseline = Baseline.begun(Shop.unknown("42", START));
        for (int i = 0; i < lasting / seconds(); i++) {
            baseline = baseline.observe(Shop.unknown("42", START), tick(rps), Duration.ZERO);
        }
        return baseline;
    }
}
