package dev.redliner.hostmodel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a simulated host: the scenario format, version 1. Rates are requests per second.
 *
 * @param id its name
 * @param note its special property, for a person
 * @param host how it serves
 * @param warmup its slowdown while a load is new to it
 * @param gc its pauses
 * @param neighbour other programs on the same machine
 * @param errors its own failures
 * @param traffic of the whole pool
 * @param metrics the visible metrics
 * @param actuationLagSeconds until a requested share is in effect
 * @param slo the SLO of its users
 * @param startRps its normal load
 * @param maxRps the highest load that may be requested
 * @param deadlineSeconds end of the simulation
 */
public record Scenario(
        String id,
        String note,
        HostPart host,
        Warmup warmup,
        Pauses gc,
        Neighbour neighbour,
        Errors errors,
        Traffic traffic,
        Metrics metrics,
        int actuationLagSeconds,
        Objective slo,
        double startRps,
        double maxRps,
        int deadlineSeconds) {

    public Scenario {
        Objects.requireNonNull(id, "id");
        require(startRps > 0, "start_qps", startRps);
        require(maxRps >= startRps, "max_qps", maxRps);
        require(deadlineSeconds > 0, "deadline_s", deadlineSeconds);
        require(actuationLagSeconds >= 0, "actuation.lag_s", actuationLagSeconds);
    }

    static void require(boolean holds, String name, double value) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + ", which cannot be");
        }
    }

    /**
     * How a host serves requests.
     *
     * @param shared true: its cores are shared by all requests at once; false: a queue before its threads
     * @param servers cores or threads
     * @param service how long a request takes alone
     * @param baseMs added to each latency
     * @param queueLimit beyond it requests are refused
     * @param timeoutMs a request that takes longer fails
     * @param dropExpired whether requests that waited past their timeout are dropped unserved
     * @param contention slowdown of all requests while all servers are busy
     */
    public record HostPart(
            boolean shared,
            int servers,
            ServiceTime service,
            double baseMs,
            int queueLimit,
            double timeoutMs,
            boolean dropExpired,
            double contention) {
        public HostPart {
            require(servers > 0, "host.servers", servers);
            require(baseMs >= 0, "host.base_ms", baseMs);
            require(queueLimit > 0, "host.queue_limit", queueLimit);
            require(timeoutMs > 0, "host.timeout_ms", timeoutMs);
            require(contention >= 0, "host.contention", contention);
        }
    }

    /**
     * Warm-up: work is slower by {@code amplitude * (1 - warmed/load)} while the load is above the one that the host is
     * warmed to.
     *
     * @param amplitude 0: never
     * @param upSeconds how fast it warms
     * @param downSeconds how fast it cools
     */
    public record Warmup(double amplitude, double upSeconds, double downSeconds) {}

    /**
     * Pauses that stop all work.
     *
     * @param everyRequests on average; 0: not by requests
     * @param everySeconds on average; 0: not by time
     * @param meanMs mean length
     * @param variation of their length, standard deviation over mean
     */
    public record Pauses(double everyRequests, double everySeconds, double meanMs, double variation) {}

    /**
     * Another program that takes resources now and then.
     *
     * @param slower slowdown while it is on, as a fraction
     * @param onSeconds on average
     * @param offSeconds on average
     */
    public record Neighbour(double slower, double onSeconds, double offSeconds) {}

    /**
     * Failures.
     *
     * @param floor fraction of the requests that always fails
     * @param cliffRps rate that a rate limiter admits; 0: none
     * @param cliffBurstSeconds the burst that it admits at once, in seconds of that rate
     */
    public record Errors(double floor, double cliffRps, double cliffBurstSeconds) {}

    /**
     * Traffic of the whole pool.
     *
     * @param totalRps on average
     * @param dayAmplitude of its slow wave
     * @param dayPeriodSeconds of its slow wave
     * @param phase of its slow wave; null: random
     * @param noise standard deviation of its fast noise, as a logarithm
     * @param noiseMemory the part of the noise that is left after a second
     * @param batchMean requests that arrive together, on average
     * @param shareCap the largest share that the host can get
     * @param historySeconds length of the visible history before the run
     */
    public record Traffic(
            double totalRps,
            double dayAmplitude,
            double dayPeriodSeconds,
            @Nullable Double phase,
            double noise,
            double noiseMemory,
            double batchMean,
            double shareCap,
            int historySeconds) {
        public Traffic {
            require(totalRps > 0, "traffic.total_qps", totalRps);
            require(noise >= 0, "traffic.ar_sigma", noise);
            require(noiseMemory >= 0 && noiseMemory < 1, "traffic.ar_rho", noiseMemory);
            require(batchMean >= 1, "traffic.batch_mean", batchMean);
        }
    }

    /**
     * The visible metrics.
     *
     * @param delaySeconds until a second is visible
     * @param cpuVisible whether the host's CPU is visible
     * @param cpuPerBusy CPU in use when all servers are busy; below 1 the CPU is not the bottleneck
     */
    public record Metrics(int delaySeconds, boolean cpuVisible, double cpuPerBusy) {}

    /**
     * The SLO of the users.
     *
     * @param latencyMs limit
     * @param quantile fraction of the requests that keep the limit
     * @param maxError fraction of the requests that may fail
     */
    public record Objective(double latencyMs, double quantile, double maxError) {
        public Objective {
            require(latencyMs > 0, "slo.latency_ms", latencyMs);
            require(quantile > 0 && quantile < 1, "slo.quantile", quantile);
            require(maxError > 0 && maxError < 1, "slo.max_error", maxError);
        }
    }
}
