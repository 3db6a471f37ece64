package dev.redliner.hostmodel;

import dev.redliner.contracts.sample.LatencyHistogram;
import org.jspecify.annotations.Nullable;

/**
 * One second of a simulated host, as its metrics show it some time later.
 *
 * @param second its start, from 0
 * @param arrivals requests sent to the host
 * @param completed requests it answered, failures included
 * @param errors failures among them
 * @param latency latency of the answered requests that have one
 * @param cpu fraction of its CPU in use, or null if this is not visible
 * @param poolRps requests sent to the whole pool
 */
public record HostSecond(
        int second,
        double arrivals,
        double completed,
        double errors,
        LatencyHistogram latency,
        @Nullable Double cpu,
        double poolRps) {
    public HostSecond {
        count("arrivals", arrivals);
        count("n", completed);
        count("errors", errors);
        count("total_qps", poolRps);
        if (errors > completed) {
            throw new HostFailed(errors + " errors of only " + completed + " answers in second " + second);
        }
        if (arrivals > poolRps * 1.5 + 100) {
            throw new HostFailed(
                    arrivals + " arrivals at the host and only " + poolRps + " in the pool in second " + second);
        }
        if (cpu != null && !(cpu >= 0 && cpu <= 1.001)) {
            throw new HostFailed("a cpu of " + cpu + " in second " + second);
        }
    }

    private static void count(String name, double value) {
        if (!(value >= 0 && Double.isFinite(value))) {
            throw new HostFailed(name + " is " + value);
        }
    }
}
