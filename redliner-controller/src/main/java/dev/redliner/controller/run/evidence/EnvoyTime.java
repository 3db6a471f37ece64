package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How busy the Envoys were over some ticks, and the time that they added to requests. The load of an Envoy is that of
 * the pool, which a run does not change.
 *
 * @param busyTotal fraction of each tick for which the busiest worker was busy, times the seconds of the tick
 * @param busySeconds seconds of the ticks in which it is known
 * @param downstream sum of the latencies of all requests, as the clients of the Envoys saw them, seconds
 * @param upstream sum of their latencies between Envoys and hosts, over the same ticks, seconds
 * @param answered requests that the pool answered in these ticks
 */
public record EnvoyTime(double busyTotal, double busySeconds, double downstream, double upstream, double answered) {
    public static final EnvoyTime NONE = new EnvoyTime(0, 0, 0, 0, 0);

    /** From this fraction on, requests queue at the worker longer than they are worked on. */
    private static final double HIGH = 0.7;

    private static final double SATURATED = 0.9;
    /** A shorter time may be a burst, or another program that had the processor. */
    private static final double LEAST_SECONDS = 3;
    /** Part of a tick for which a machine may have stood still. */
    private static final double MOST_STALLED = 0.1;

    /** The least difference of two sums of buckets that buckets can tell, as a part of the sum. */
    private static final double RESOLUTION = 0.1;
    /** A mean over fewer requests is no more than chance. */
    private static final double FEWEST_REQUESTS = 100;

    /**
     * Adds a tick.
     *
     * @param signals the signals of the tick; null if it has none
     */
    public EnvoyTime plus(Tick tick, @Nullable SignalValues signals) {
        Double busy = signals == null ? null : signals.ofSut(MetricNames.ENVOY_BUSY);
        Double seen = signals == null ? null : signals.ofSut(MetricNames.DOWNSTREAM_SECONDS);
        double seconds = tick.lengthSeconds();
        if (tick.stalled() > MOST_STALLED * seconds) {
            // an Envoy on a machine that stood still was late for that reason
            busy = null;
        }
        return plus(new EnvoyTime(
                busy == null ? 0 : busy * seconds,
                busy == null ? 0 : seconds,
                seen == null ? 0 : seen * seconds,
                seen == null
                        ? 0
                        : tick.latency().sumSeconds() + tick.peerLatency().sumSeconds(),
                seen == null ? 0 : tick.completed() + tick.peerCompleted()));
    }

    public EnvoyTime plus(EnvoyTime other) {
        return new EnvoyTime(
                busyTotal + other.busyTotal,
                busySeconds + other.busySeconds,
                downstream + other.downstream,
                upstream + other.upstream,
                answered + other.answered);
    }

    /** How busy the busiest worker is in a single tick, if it is saturated and no machine stood still; else empty. */
    public static OptionalDouble saturation(@Nullable Tick tick, @Nullable SignalValues signals) {
        EnvoyTime time = tick == null ? NONE : NONE.plus(tick, signals);
        double busy = time.busySeconds > 0 ? time.busyTotal / time.busySeconds : 0;
        return busy < SATURATED ? OptionalDouble.empty() : OptionalDouble.of(busy);
    }

    /** Mean fraction of the time for which the busiest worker was busy; empty if it is not known for long enough. */
    public OptionalDouble busy() {
        return busySeconds < LEAST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(busyTotal / busySeconds);
    }

    /**
     * Mean time that the Envoys and the connections of the clients added to a request, seconds. Both sums are made of
     * buckets, whose middles may differ by 10% for latencies that differ by little. Empty if the difference is less than
     * that, or unknown.
     */
    public OptionalDouble ownSeconds() {
        return answered < FEWEST_REQUESTS || downstream - upstream < RESOLUTION * upstream
                ? OptionalDouble.empty()
                : OptionalDouble.of((downstream - upstream) / answered);
    }

    /** Whether the Envoys and the connections of the clients are known to have added less than 10% to the latencies. */
    public boolean addsLittle() {
        return answered >= FEWEST_REQUESTS && downstream - upstream < RESOLUTION * upstream;
    }

    /** Whether a worker is so busy that latencies include waiting for it. */
    public boolean isBusy() {
        return busy().orElse(0) >= HIGH;
    }

    /** Whether a worker is so busy that an Envoy is the limit, and not a host. */
    public boolean isSaturated() {
        return busy().orElse(0) >= SATURATED;
    }
}
