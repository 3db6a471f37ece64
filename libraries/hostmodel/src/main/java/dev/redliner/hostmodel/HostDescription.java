package dev.redliner.hostmodel;

import java.time.Duration;
import java.util.List;

/**
 * The facts about a simulated host before the run.
 *
 * @param id its scenario
 * @param slo the SLO of its users
 * @param startRps its normal load
 * @param maxRps the highest load that may be requested
 * @param deadlineSeconds the latest end of the simulation
 * @param history load of the whole pool in each second before, oldest first
 */
public record HostDescription(
        String id, Slo slo, double startRps, double maxRps, int deadlineSeconds, List<Double> history) {
    public HostDescription {
        above("start_qps", startRps);
        above("max_qps", maxRps);
        above("deadline_s", deadlineSeconds);
        if (maxRps < startRps) {
            throw new HostFailed("max_qps " + maxRps + " is below start_qps " + startRps);
        }
        history = List.copyOf(history);
        for (double rps : history) {
            if (!(rps >= 0 && Double.isFinite(rps))) {
                throw new HostFailed("a load of " + rps + " in history_total_qps");
            }
        }
    }

    /** The end of the history, with this length. */
    public List<Double> latest(Duration time) {
        return history.subList(Math.max(0, history.size() - (int) time.toSeconds()), history.size());
    }

    private static void above(String name, double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new HostFailed(name + " is " + value + ", not above zero");
        }
    }

    /**
     * The SLO of the users.
     *
     * @param latencyMs limit
     * @param quantile fraction of the requests that must keep the limit, such as 0.99
     * @param maxError fraction of the requests that may fail
     */
    public record Slo(double latencyMs, double quantile, double maxError) {
        public Slo {
            above("slo.latency_ms", latencyMs);
            if (!(quantile > 0 && quantile < 1)) {
                throw new HostFailed("slo.quantile is " + quantile + ", not between 0 and 1");
            }
            if (!(maxError > 0 && maxError < 1)) {
                throw new HostFailed("slo.max_error is " + maxError + ", not between 0 and 1");
            }
        }
    }
}
