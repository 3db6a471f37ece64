package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.traffic.Delivered;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sum of ticks.
 *
 * @param seconds length of the ticks
 * @param requested requests sent to the SUT
 * @param completed requests that the SUT answered
 * @param errors failures among them
 * @param poolRequested requests sent to the whole pool
 * @param latency latency of the answered requests
 * @param overdue requests that were not answered in time, or that clients left
 * @param byHost requests sent to each host of the SUT, if the SUT has several hosts; otherwise empty
 */
public record TickSum(
        double seconds,
        double requested,
        double completed,
        double errors,
        double poolRequested,
        LatencyHistogram latency,
        Overdue overdue,
        Map<String, Double> byHost) {
    /** Number of standard deviations that chance may explain. */
    private static final double CHANCE = 4;
    /** A percentile needs this many requests, and one in its tail. */
    private static final double FEWEST = 10;

    private static final double ROUNDING = 1e-6;

    public static final TickSum NONE = new TickSum(0, 0, 0, 0, 0, LatencyHistogram.EMPTY, Overdue.NONE, Map.of());

    public TickSum {
        byHost = byHost.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(byHost));
    }

    /** The sum of a single tick. */
    public static TickSum of(Tick tick) {
        return NONE.plus(tick);
    }

    public TickSum plus(Tick tick) {
        var hosts = new TreeMap<>(byHost);
        tick.hosts().forEach((host, counts) -> hosts.merge(host, counts.requested(), Double::sum));
        return new TickSum(
                seconds + tick.lengthSeconds(),
                requested + tick.requested(),
                completed + tick.completed(),
                errors + tick.errors(),
                poolRequested + tick.poolRequested(),
                latency.plus(tick.latency()),
                overdue.plus(tick.overdue()),
                hosts);
    }

    /** The SUT's part of the traffic; null while there was none. */
    public @Nullable Double share() {
        return poolRequested > 0 ? requested / poolRequested : null;
    }

    /** Offered load in requests per second, of several hosts the mean of each; null while no time has passed. */
    public @Nullable Double rps() {
        return seconds > 0 ? requested / seconds / Math.max(1, byHost.size()) : null;
    }

    /** Offered load of all hosts of the SUT in requests per second; 0 while no time has passed. */
    public double sutRps() {
        return seconds > 0 ? requested / seconds : 0;
    }

    /** Load of the whole pool in requests per second; null while no time has passed. */
    public @Nullable Double poolRps() {
        return seconds > 0 ? poolRequested / seconds : null;
    }

    /** Failures per completed request; null while there was none. */
    public @Nullable Double errorRate() {
        return completed > 0 ? errors / completed : null;
    }

    /** Latency that this fraction of the requests did not exceed, ms; null while there was none. */
    public @Nullable Double quantileMs(double fraction) {
        return latency.count() > 0 ? latency.quantileSeconds(fraction) * 1000 : null;
    }

    /** Latency quantile in ms; null while there are so few requests that it would be a guess. */
    public @Nullable Double meaningfulMs(double fraction) {
        double needed = Math.max(FEWEST, 1 / (1 - fraction) - ROUNDING);
        return latency.count() >= needed ? quantileMs(fraction) : null;
    }

    /** Answered requests that took longer than a limit, and requests that were not answered in time. */
    public double slowerThan(Duration limit) {
        return Math.max(0, latency.over(limit) + overdue.net());
    }

    /**
     * The message about a host of the SUT that does not get an even part of its requests; empty if there is none.
     *
     * @param slack permitted deviation of a part beside chance, as a fraction of the part
     * @param dispersion variance of the counts, as a multiple of that of single draws
     */
    public Optional<String> uneven(double slack, double dispersion) {
        double part = 1.0 / Math.max(1, byHost.size());
        double off = slack * part + CHANCE * Math.sqrt(dispersion * part * (1 - part) / requested);
        return byHost.entrySet().stream()
                .filter(host -> Math.abs(host.getValue() / requested - part) > off)
                .findFirst()
                .map(host -> EndMessages.uneven(host.getKey(), host.getValue() / requested, part));
    }

    /**
     * Whether the observed share matches the intended one, within four standard deviations of chance.
     *
     * @param slack permitted deviation beside chance, as a fraction of the share
     * @param dispersion variance of the counts, as a multiple of that of single draws
     */
    public boolean matches(double share, double slack, double dispersion) {
        return new Delivered(seconds, requested, poolRequested, share * poolRequested).obeyed(slack, dispersion);
    }
}
