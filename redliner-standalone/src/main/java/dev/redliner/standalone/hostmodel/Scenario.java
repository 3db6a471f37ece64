package dev.redliner.standalone.hostmodel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated host is like: the scenario format, version 1. Rates are requests per second.
 *
 * @param id its name
 * @param note what is special, for a person
 * @param host how it serves
 * @param warmup how much slower it is while its load is new to it
 * @param gc its pauses
 * @param neighbour others on the same machine
 * @param errors of its own
 * @param traffic of the whole pool
 * @param metrics what can be seen of it
 * @param actuationLagSeconds until a share that was asked for is in effect
 * @param slo what its users expect
 * @param startRps its normal load
 * @param maxRps the most that may be asked for
 * @param deadlineSeconds when the simulation ends
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
     * How it serves.
     *
     * @param shared true: its cores are shared by all requests at once; false: a queue before its threads
     * @param servers cores or threads
     * @param service how long a request takes alone
     * @param baseMs what is added to each latency
     * @param queueLimit beyond it requests are refused
     * @param timeoutMs a request that took longer failed
     * @param dropExpired whether what waited past its timeout is dropped unserved
     * @param contention how much slower all requests are while all servers are busy
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
     * Slower by {@code amplitude * (1 - warmed/load)} while the load is above the one it is warmed to.
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
     * @param meanMs how long
     * @param variation of their length, standard deviation over mean
     */
    public record Pauses(double everyRequests, double everySeconds, double meanMs, double variation) {}

    /**
     * Somebody else who takes resources now and then.
     *
     * @param slower by this part while on
     * @param onSeconds on average
     * @param offSeconds on average
     */
    public record Neighbour(double slower, double onSeconds, double offSeconds) {}

    /**
     * Failures.
     *
     * @param floor part of the requests that always fails
     * @param cliffRps what a rate limiter lets pass; 0: none
     * @param cliffBurstSeconds how much of it may come at once
     */
    public record Errors(double floor, double cliffRps, double cliffBurstSeconds) {}

    /**
     * Traffic of the whole pool.
     *
     * @param totalRps on average
     * @param dayAmplitude of its slow wave
     * @param dayPeriodSeconds of its slow wave
     * @param phase of its slow wave; null: by chance
     * @param noise standard deviation of its fast noise, as a logarithm
     * @param noiseMemory how much of the noise is left after a second
     * @param batchMean requests that arrive together, on average
     * @param shareCap the most that the host can get
     * @param historySeconds how much is known of before
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
     * What can be seen.
     *
     * @param delaySeconds until a second is seen
     * @param cpuVisible whether its CPU is
     * @param cpuPerBusy CPU in use when all servers are; below 1 the CPU is not what limits it
     */
    public record Metrics(int delaySeconds, boolean cpuVisible, double cpuPerBusy) {}

    /**
     * What its users expect.
     *
     * @param latencyMs limit
     * @param quantile part of the requests that keep it
     * @param maxError part of the requests that may fail
     */
    public record Objective(double latencyMs, double quantile, double maxError) {
        public Objective {
            require(latencyMs > 0, "slo.latency_ms", latencyMs);
            require(quantile > 0 && quantile < 1, "slo.quantile", quantile);
            require(maxError > 0 && maxError < 1, "slo.max_error", maxError);
        }
    }
}
