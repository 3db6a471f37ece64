package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of a whole pool. Its mean is taken over as long as it stays what it is, as it swings for seconds without
 * becoming another; once the last seconds differ by more than such swings explain, what was before is forgotten.
 *
 * @param seconds about one each, oldest first
 * @param since when it became what it is now; null while it was not seen to change
 */
record PoolTraffic(List<Second> seconds, @Nullable Instant since) {
    static final PoolTraffic UNKNOWN = new PoolTraffic(List.of(), null);

    /** Longer knows the mean no better, as it drifts over minutes. */
    private static final Duration MEMORY = Duration.ofSeconds(60);
    /** More traffic is believed so soon: the SUT would be overloaded. */
    private static final Duration RISE = Duration.ofSeconds(10);
    /** Less is believed later: it only costs time, and a short lull would end in a share that is too large. */
    private static final Duration FALL = Duration.ofSeconds(20);
    /** How many standard errors may be chance. */
    private static final double CHANCE = 3.0;
    /** Noise cannot be told from a trend in fewer seconds. */
    private static final int FEWEST = 4;
    /** Seconds more alike than this would need more of them than are kept. */
    private static final double MOST_ALIKE = 0.9;

    private static final Duration SECOND = Duration.ofMillis(950);

    /**
     * @param from its start
     * @param to its end
     * @param requested requests sent to the whole pool
     * @param sut requests of these sent to the SUT
     * @param whole whether the counts of every Envoy are in it; if not, it may only seem to be less
     */
    record Second(Instant from, Instant to, double requested, double sut, boolean whole) {
        private static Second of(Tick tick) {
            return new Second(tick.from(), tick.to(), tick.poolRequested(), tick.requested(), tick.whole());
        }

        private Second plus(Tick tick) {
            return new Second(
                    from, tick.to(), requested + tick.poolRequested(), sut + tick.requested(), whole && tick.whole());
        }

        private boolean complete() {
            return Duration.between(from, to).compareTo(SECOND) >= 0;
        }

        private double length() {
            return Duration.between(from, to).toNanos() / 1e9;
        }

        private double rps() {
            return requested / length();
        }
    }

    PoolTraffic {
        seconds = List.copyOf(seconds);
    }

    PoolTraffic with(Tick tick) {
        var more = new ArrayList<>(seconds);
        more.removeIf(second -> second.to().plus(MEMORY).isBefore(tick.to()));
        Second newest = more.isEmpty() ? null : more.get(more.size() - 1);
        if (newest == null || newest.complete() || tick.from().isAfter(newest.to())) {
            more.add(Second.of(tick));
        } else {
            more.set(more.size() - 1, newest.plus(tick));
        }
        PoolTraffic next = new PoolTraffic(more, since);
        List<Second> fall = next.last(FALL);
        return next.differs(next.last(RISE), 1)
                ? new PoolTraffic(more, next.last(RISE).get(0).from())
                : next.differs(fall, -1) && fall.stream().allMatch(Second::whole)
                        ? new PoolTraffic(more, fall.get(0).from())
                        : next;
    }

    /** What it is now, requests per second; empty before anything was seen, or if nothing is requested. */
    Optional<Double> rps() {
        return Optional.of(mean(steady())).filter(rps -> rps > 0);
    }

    /** The SUT's part of it over the last seconds, requests per second; empty while too few were seen. */
    Optional<Double> sutRps() {
        List<Second> now = last(RISE);
        return length(now) < 0.8 * RISE.toSeconds()
                ? Optional.empty()
                : Optional.of(now.stream().mapToDouble(Second::sut).sum() / length(now));
    }

    /** Whether the counts of every Envoy were in the last seconds. */
    boolean whole() {
        return last(RISE).stream().allMatch(Second::whole);
    }

    private List<Second> steady() {
        return since == null
                ? seconds
                : seconds.stream()
                        .filter(second -> !second.from().isBefore(since))
                        .toList();
    }

    private List<Second> last(Duration time) {
        if (seconds.isEmpty()) {
            return seconds;
        }
        Instant from = seconds.get(seconds.size() - 1).to().minus(time);
        List<Second> all = steady();
        long earlier =
                all.stream().filter(second -> second.from().isBefore(from)).count();
        return all.subList((int) Math.max(0, Math.min(earlier, all.size() - FEWEST)), all.size());
    }

    /** @param sign 1 for more than before, -1 for less */
    private boolean differs(List<Second> now, int sign) {
        List<Second> all = steady();
        if (now.size() < FEWEST || now.size() == all.size()) {
            return false;
        }
        double more = mean(now) - mean(all);
        return sign * more > CHANCE * standardError(now);
    }

    /** Of their mean, as seconds vary that are like the ones before; a trend is no noise. */
    private double standardError(List<Second> now) {
        double[] noise = noise(now);
        double[] longer = noise(seconds);
        double alike = 0;
        for (int i = 1; i < longer.length; i++) {
            alike += longer[i] * longer[i - 1];
        }
        double r = Math.max(0, Math.min(MOST_ALIKE, alike / Math.max(1e-9, squares(longer))));
        int n = noise.length;
        return Math.sqrt(squares(noise) / (n - 2) / n * (1 + r) / (1 - r));
    }

    /** What is left of the rates once their trend is taken away. */
    private static double[] noise(List<Second> some) {
        int n = some.size();
        double middle = (n - 1) / 2.0;
        double mean = some.stream().mapToDouble(Second::rps).average().orElse(0);
        double trend = 0;
        double spread = 0;
        for (int i = 0; i < n; i++) {
            trend += (i - middle) * (some.get(i).rps() - mean);
            spread += (i - middle) * (i - middle);
        }
        double[] noise = new double[n];
        for (int i = 0; i < n; i++) {
            noise[i] = some.get(i).rps() - mean - (spread > 0 ? trend / spread : 0) * (i - middle);
        }
        return noise;
    }

    private static double squares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    private static double mean(List<Second> some) {
        double requested = some.stream().mapToDouble(Second::requested).sum();
        return some.isEmpty() ? 0 : requested / length(some);
    }

    private static double length(List<Second> some) {
        return some.stream().mapToDouble(Second::length).sum();
    }
}
