package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of a whole pool. The traffic swings for seconds without a lasting change, so its mean covers all the time
 * since the last change. Once the last seconds differ by more than such swings explain, the time before is discarded.
 *
 * @param slices slices of about a second, or of a tick if that is longer; oldest first
 * @param since when the present level began; null while no change was seen
 */
public record PoolTraffic(List<Slice> slices, @Nullable Instant since) {
    public static final PoolTraffic UNKNOWN = new PoolTraffic(List.of(), null);

    /** A longer memory does not improve the mean, because the traffic drifts over minutes. */
    private static final Duration MEMORY = Duration.ofSeconds(60);
    /** Time after which an increase is accepted. With a longer time, the SUT would be overloaded. */
    private static final Duration RISE = Duration.ofSeconds(10);
    /**
     * Time after which a decrease is accepted. Waiting only costs time, and a short lull would end in a share that is
     * too large.
     */
    private static final Duration FALL = Duration.ofSeconds(20);
    /** An increase by this factor counts at once, such as the one at the end of a lull. */
    private static final double SURGE = 1.25;

    private static final Duration SURGE_SEEN = Duration.ofSeconds(5);
    /** Number of standard errors that chance may explain. */
    private static final double CHANCE = 3.0;
    /** Fewer slices do not show the noise. */
    private static final int FEWEST = 6;
    /** Ticks do not begin with the window, so a part of the last seconds may be missing. */
    private static final double NEARLY = 0.8;

    private static final Duration NEARLY_SECOND = Duration.ofMillis(950);

    /**
     * @param from beginning
     * @param to end
     * @param requested requests sent to the whole pool
     * @param sut requests of these sent to the SUT
     * @param whole whether the slice contains the counts of every Envoy; if not, the traffic may only seem to be less
     */
    record Slice(Instant from, Instant to, double requested, double sut, boolean whole) {
        private static Slice of(Tick tick) {
            return new Slice(tick.from(), tick.to(), tick.poolRequested(), tick.requested(), tick.whole());
        }

        private Slice plus(Tick tick) {
            return new Slice(
                    from, tick.to(), requested + tick.poolRequested(), sut + tick.requested(), whole && tick.whole());
        }

        private boolean takes(Tick tick) {
            return Duration.between(from, to).compareTo(NEARLY_SECOND) < 0
                    && !tick.from().isAfter(to);
        }

        private double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    public PoolTraffic {
        slices = List.copyOf(slices);
    }

    public PoolTraffic with(Tick tick) {
        var more = new ArrayList<>(slices);
        more.removeIf(slice -> slice.to().plus(MEMORY).isBefore(tick.to()));
        int newest = more.size() - 1;
        if (newest >= 0 && more.get(newest).takes(tick)) {
            more.set(newest, more.get(newest).plus(tick));
        } else {
            more.add(Slice.of(tick));
        }
        return new PoolTraffic(more, since).sinceItChanged();
    }

    private PoolTraffic sinceItChanged() {
        List<Slice> all = steady();
        List<Slice> rise = last(RISE, all);
        if (differs(rise, all, 1)) {
            return new PoolTraffic(slices, begin(rise, mean(all), 1, rise.size()));
        }
        List<Slice> fall = last(FALL, all);
        return fallen(fall, all) ? new PoolTraffic(slices, begin(fall, mean(all), -1, fall.size() / 2)) : this;
    }

    /**
     * Whether the traffic is less in the first half of {@code fall} already and still at its end, with the counts of
     * every Envoy.
     */
    private static boolean fallen(List<Slice> fall, List<Slice> all) {
        return differs(fall, all, -1)
                && mean(fall.subList(0, fall.size() / 2)) < mean(all)
                && differs(last(RISE, all), all, -1)
                && fall.stream().allMatch(Slice::whole);
    }

    /** The most likely beginning of a change from the mean: the time after which the traffic deviates most clearly. */
    private static Instant begin(List<Slice> some, double mean, int sign, int atMost) {
        Instant begin = some.get(0).from();
        double most = 0;
        for (int i = 0; i < atMost; i++) {
            List<Slice> after = some.subList(i, some.size());
            double standsOut = sign * (mean(after) - mean) * Math.sqrt(after.size());
            if (standsOut > most) {
                most = standsOut;
                begin = some.get(i).from();
            }
        }
        return begin;
    }

    /** The present traffic in requests per second, for planning; empty before the first tick and without requests. */
    public Optional<Double> rps() {
        double mean = mean(steady());
        List<Slice> whole = steady().stream().filter(Slice::whole).toList();
        // if counts are missing, the slices with all counts are more reliable
        double known = whole.size() < FEWEST ? mean : Math.max(mean, mean(whole));
        double now = mean(last(SURGE_SEEN, slices));
        double rps = now > SURGE * known ? now : known;
        return rps > 0 ? Optional.of(rps) : Optional.empty();
    }

    /**
     * The SUT's part of the traffic over the last seconds, requests per second; empty while too little of them was
     * seen.
     */
    public Optional<Double> sutRps() {
        List<Slice> now = last(RISE, slices);
        return seconds(now) < NEARLY * RISE.toSeconds()
                ? Optional.empty()
                : Optional.of(now.stream().mapToDouble(Slice::sut).sum() / seconds(now));
    }

    /** Whether the last seconds contain the counts of every Envoy. */
    public boolean whole() {
        return last(RISE, slices).stream().allMatch(Slice::whole);
    }

    private List<Slice> steady() {
        return since == null
                ? slices
                : slices.stream().filter(slice -> !slice.from().isBefore(since)).toList();
    }

    /** The newest slice, and the slices before it that began within this time. */
    private static List<Slice> last(Duration time, List<Slice> some) {
        if (some.isEmpty()) {
            return some;
        }
        Slice newest = some.get(some.size() - 1);
        Instant from = newest.to().minus(time);
        return some.stream()
                .filter(slice -> !slice.from().isBefore(from) || slice.equals(newest))
                .toList();
    }

    /** @param sign 1 to test for more than the mean of all slices, -1 for less */
    private static boolean differs(List<Slice> now, List<Slice> all, int sign) {
        List<Slice> before = all.subList(0, all.size() - now.size());
        if (before.size() < FEWEST) {
            return false;
        }
        double[] rates =
                before.stream().mapToDouble(s -> s.requested() / s.seconds()).toArray();
        return sign * (mean(now) - mean(all)) > CHANCE * RateNoise.of(rates).ofMean(now.size());
    }

    private static double mean(List<Slice> some) {
        return some.isEmpty() ? 0 : some.stream().mapToDouble(Slice::requested).sum() / seconds(some);
    }

    private static double seconds(List<Slice> some) {
        return some.stream().mapToDouble(Slice::seconds).sum();
    }
}
