package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import org.jspecify.annotations.Nullable;

/**
 * The requests in flight at the SUT over some ticks, and their expected number by Little's law: {@code N = X * W}, with
 * the mean number N in flight, the load X and the mean latency W.
 *
 * <p>The Envoys are read at the end of each tick. The first reading only marks the beginning, so that the counts cover
 * the time between the first and the last reading.
 *
 * @param first requests in flight at the beginning; null before the first reading
 * @param last requests in flight at the end
 * @param readings number of readings after the first
 * @param sum sum of these readings
 * @param squares sum of their squares
 * @param seconds time between the first and the last reading
 * @param requested requests sent in that time
 * @param completed requests answered in that time
 * @param latencySeconds sum of the latencies of the answered requests
 * @param abandoned requests that the Envoys ended before the answer, because of a timeout or because the client left; they
 *     are in no latency
 */
public record InFlight(
        @Nullable Double first,
        double last,
        int readings,
        double sum,
        double squares,
        double seconds,
        double requested,
        double completed,
        double latencySeconds,
        double abandoned) {
    public static final InFlight NONE = new InFlight(null, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Envoy rounds latencies to milliseconds, so below this mean latency its sum is off by more than 10%. */
    private static final double SHORTEST_LATENCY = 0.005;

    private static final double ROUNDING = 0.0005;
    /** Deviation that is not a contradiction: histograms alone give sums within 5%. */
    private static final double USUAL = 0.10;
    /** Number of standard errors that chance may explain. */
    private static final double CHANCE = 4;
    /** Fewer readings do not show how much they vary. */
    private static final int FEWEST_READINGS = 10;
    /** With a larger standard error, a check cannot show much. */
    private static final double MOST_ERROR = 0.10;

    /** Whether the requests in flight agree with load and latency. */
    public enum Check {
        AGREES,
        DEVIATES,
        /** More are in flight, and the Envoys ended some before the answer, which are in no latency. */
        ABANDONED,
        /** There are too few readings or requests, latencies are too short, or the load was not steady. */
        UNKNOWN
    }

    /**
     * Adds a tick.
     *
     * @param signals the signals of the tick; null if it has none
     * @param hosts number of hosts in the SUT: signals are means over them
     */
    public InFlight plus(Tick tick, @Nullable SignalValues signals, int hosts) {
        if (signals == null) {
            return this;
        }
        Double each = signals.ofSut(MetricNames.ACTIVE);
        if (each == null) {
            return this;
        }
        double active = each * hosts;
        if (first == null) {
            return new InFlight(active, active, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        return new InFlight(
                first,
                active,
                readings + 1,
                sum + active,
                squares + active * active,
                seconds + tick.lengthSeconds(),
                requested + tick.requested(),
                completed + tick.completed(),
                latencySeconds + tick.latency().sumSeconds(),
                abandoned + abandonedASecond(signals) * hosts * tick.lengthSeconds());
    }

    /** At each host of the SUT. A request of a try that timed out may be in the first of the counts only. */
    private static double abandonedASecond(SignalValues signals) {
        Double timedOut = signals.ofSut(MetricNames.TIMEOUTS);
        Double givenUp = signals.ofSut(MetricNames.GIVEN_UP);
        return Math.max(timedOut == null ? 0 : timedOut, givenUp == null ? 0 : givenUp);
    }

    /** Mean number of requests in flight; zero without a reading. */
    public double mean() {
        return readings == 0 ? 0 : sum / readings;
    }

    /** Load times mean latency; zero without a reading. */
    public double expected() {
        return seconds > 0 ? latencySeconds / seconds : 0;
    }

    /** Requests in flight divided by the expected number; null without requests. */
    public @Nullable Double ratio() {
        return expected() > 0 ? mean() / expected() : null;
    }

    /** Fraction of the requests that were neither answered nor in flight at the end; below zero if there are more. */
    public double unaccounted() {
        double grown = last - (first == null ? 0 : first);
        return requested > 0 ? (requested - completed - grown) / requested : 0;
    }

    /**
     * How far from 1 the ratio may be: 10% or four standard errors, and the requests at the edges of the time and
     * Envoy's rounding besides. Null if no check is possible.
     */
    public @Nullable Double tolerance() {
        if (readings < FEWEST_READINGS || completed == 0 || !isSteady()) {
            return null;
        }
        double latency = latencySeconds / completed;
        if (latency < SHORTEST_LATENCY) {
            return null;
        }
        double error = error(latency);
        return error > MOST_ERROR
                ? null
                : Double.valueOf(Math.max(USUAL, CHANCE * error) + latency / seconds + ROUNDING / latency);
    }

    /** The standard error of the ratio: that of independent requests, or that of the readings if it is larger. */
    private double error(double latency) {
        // readings within one latency count the same requests
        double independent = Math.min(readings, seconds / latency);
        double variance = Math.max(0, (squares - sum * sum / readings) / (readings - 1));
        double ofReadings = mean() > 0 ? Math.sqrt(variance / independent) / mean() : 0;
        return Math.max(1 / Math.sqrt(expected() * independent), ofReadings);
    }

    /** Little's law needs a steady state: a queue that grows or is worked off has other latencies than the answered. */
    private boolean isSteady() {
        double grown = Math.abs(last - (first == null ? 0 : first));
        return grown <= CHANCE * Math.sqrt(2 * mean()) + USUAL * mean();
    }

    /** Whether the requests in flight agree with load and latency. */
    public Check check() {
        Double ratio = ratio();
        Double tolerance = tolerance();
        if (ratio == null || tolerance == null) {
            return Check.UNKNOWN;
        }
        if (Math.abs(ratio - 1) <= tolerance) {
            return Check.AGREES;
        }
        return ratio > 1 && abandoned >= 1 ? Check.ABANDONED : Check.DEVIATES;
    }

    /** Whether more requests are unaccounted for than reads at different moments explain. */
    public boolean loses() {
        return readings > 0
                && requested > 0
                && Math.abs(unaccounted()) > 0.02 + CHANCE * Math.sqrt(2 * mean() + 1) / requested;
    }
}
