package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.rig.Loopback;
import dev.redliner.standalone.rig.Rig;
import dev.redliner.testbench.faults.EnvoyView;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The SUT of a rig at fixed shares of the traffic, without a run. The path of the requests and the load of the peers are
 * as in a run, and Redliner runs beside them.
 */
final class SteadyLoad {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** After a change of the share, until queues and connections are as they will stay. */
    private static final Duration SETTLES = Duration.ofSeconds(15);

    private static final Duration ANSWERS = Duration.ofSeconds(10);

    private static final int MILLION = 1_000_000;
    /** A larger distance from the asked load is not chance. */
    private static final double MOST_BESIDE = 0.1;

    private final RealService service;
    private final Rig rig;
    private final EnvoyView envoy;

    SteadyLoad(RealService service, Rig rig) {
        this.service = service;
        this.rig = rig;
        this.envoy = new EnvoyView(rig.envoy().admin(), service.name());
    }

    /** Keeps the SUT at a load for a time, and then at its normal load again. */
    SteadyRun at(double rps, Duration time) {
        long millionths = Math.round(MILLION * rps / service.poolRps());
        try {
            envoy.edit("{numerator: " + millionths + ", denominator: MILLION}");
            pause(SETTLES);
            Counts before = counts();
            pause(time);
            Counts after = counts();
            var run = new SteadyRun(
                    1e9 * (after.sent - before.sent) / (after.nanos - before.nanos),
                    after.ended - before.ended,
                    after.slow - before.slow,
                    after.failed - before.failed);
            if (Math.abs(run.rps() / rps - 1) > MOST_BESIDE) {
                throw new IllegalStateException(
                        "The SUT was to get " + rps + " requests per second, and got " + run + ".");
            }
            return run;
        } finally {
            envoy.edit("");
            pause(SETTLES);
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Envoy's counts of the SUT since its start.
     *
     * @param nanos when they were read, by {@link System#nanoTime()}
     * @param sent requests
     * @param ended requests with a latency
     * @param slow those of them over the latency limit
     * @param failed requests with a status of 500 or above
     */
    private record Counts(long nanos, long sent, long ended, long slow, long failed) {}

    private Counts counts() {
        String cluster = "cluster." + service.name() + "-sut.";
        String filter = "^" + cluster.replace(".", "\\.") + "upstream_rq_(total|5xx|time)$";
        URI page = rig.envoy()
                .admin()
                .resolve("/stats?format=json&histogram_buckets=detailed&filter="
                        + URLEncoder.encode(filter, StandardCharsets.UTF_8));
        // an answer has the histograms as merged after the previous answer; the first request only merges
        Loopback.awaitOk(rig.envoy().admin().resolve("/stats?filter=%5Enothing%24"), ANSWERS);
        long sent = -1;
        // Envoy has no counter of a class of answers before the first of them
        long failed = 0;
        long ended = 0;
        long slow = 0;
        for (JsonNode stat : JSON.readTree(Loopback.awaitOk(page, ANSWERS)).path("stats")) {
            String name = stat.path("name").asString("");
            sent = name.equals(cluster + "upstream_rq_total")
                    ? stat.path("value").asLong()
                    : sent;
            failed = name.equals(cluster + "upstream_rq_5xx")
                    ? stat.path("value").asLong()
                    : failed;
            for (JsonNode bin : stat.path("histograms").path("details").path(0).path("totals")) {
                long count = bin.path("count").asLong();
                ended += count;
                slow += bin.path("lower_bound").asDouble() >= service.limitMillis() ? count : 0;
            }
        }
        if (sent < 0) {
            throw new IllegalStateException("Envoy does not count the requests of the SUT at " + page + ".");
        }
        return new Counts(System.nanoTime(), sent, ended, slow, failed);
    }
}
