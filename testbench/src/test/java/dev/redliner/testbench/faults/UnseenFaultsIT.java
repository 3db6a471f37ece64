package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Rows of the fault matrix in which traffic, answers or reads are missing while all parts are alive. */
@TestInstance(Lifecycle.PER_CLASS)
@MostlyWaits
class UnseenFaultsIT {
    private static final Path FOLDER = Path.of("target", "faults", "unseen");
    private static final double RPS = 100;

    private LiveCluster cluster;

    @BeforeAll
    void start() {
        cluster = LiveCluster.start(Fresh.folder(FOLDER), JournalDatabase.h2());
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ConcurrentRow
    void row_42_a_run_is_refused_while_no_collector_reads_one_of_two_envoys() {
        PoolPlan plan = PoolPlan.of("unread", RPS).throughTwoEnvoys().readingFirstEnvoyOnly();
        try (LivePool pool = cluster.pool(plan)) {
            RunReport end = pool.awaitEnd(pool.start());

            System.out.println("row 42: " + end.state() + ": " + end.reason());
            assertThat(end.state()).as(end.reason()).isEqualTo(RunState.REFUSED);
            assertThat(end.reason()).contains("No collector reads").containsPattern(pool.name() + "-\\d+");
            assertThat(end.steps()).isEmpty();
            assertThat(end.redline()).isNull();
        }
    }

    @ConcurrentRow
    void row_43_a_sut_that_leaves_every_second_request_hanging_loses_load_before_any_time_out() {
        PoolPlan plan = PoolPlan.of("half-hung", RPS)
                .withRule("{id: quick, pass: 'latency.p99 <= duration(\"2s\")', window: 5s, onFail: back-off}");
        try (LivePool pool = cluster.pool(plan)) {
            String run = pool.startAndAwaitShift();
            double held = pool.override().orElseThrow();
            long began = System.nanoTime();

            pool.hosts().hang(pool.sut(), 2);

            Await.await(
                    "less load than " + held,
                    Duration.ofSeconds(20),
                    () -> pool.override().orElse(0) < held,
                    () -> String.valueOf(cluster.api().find(run)));
            double seconds = (System.nanoTime() - began) / 1e9;
            RunReport now = cluster.api().find(run).orElseThrow();
            System.out.printf("row 43: less load after %.1f s: %s%n", seconds, now.harm());
            assertThat(seconds).as("Envoy's time-out is 15 s").isLessThan(12);
            try (var lookout = new Lookout(pool)) {
                Await.await(
                        "harm",
                        Duration.ofSeconds(10),
                        () -> cluster.api().find(run).orElseThrow().harm().excessRequests() > 10,
                        () -> String.valueOf(cluster.api().find(run)));
                assertThat(lookout.highest()).as("the share since").isLessThan(held);
            }
            pool.hosts().hang(pool.sut(), 0);
            RestoreTimer watch = pool.watch();
            cluster.api().abort(run, "seen enough");
            Rows.restored("43", watch);
            pool.awaitEnd(run);
        }
    }

    @ConcurrentRow
    void row_45_absurd_records_are_set_aside_and_the_run_goes_on() {
        try (LivePool pool = cluster.pool(PoolPlan.of("absurd", RPS));
                var samples = new Topic(cluster.kafka(), Topics.SAMPLES)) {
            String run = pool.startAndAwaitShift();
            int steps = cluster.api().find(run).orElseThrow().steps().size();
            double before = cluster.metric(ANALYZER, "redliner_analyzer_undecodable_total");

            long year = TimeUnit.DAYS.toMillis(365);
            var good = wire(pool);
            for (var absurd : List.of(
                    good.clone().setSequence(-1),
                    good.clone().setSequence(Long.MAX_VALUE),
                    good.clone().setIntervalMs(300 * year),
                    good.clone().setIntervalMs(-1),
                    good.clone().setIntervalMs(Long.MAX_VALUE),
                    good.clone().setTimeMs(Long.MAX_VALUE),
                    good.clone().setEpoch(Long.MAX_VALUE),
                    good.clone().putCounters(MetricNames.REQUESTED, Double.NaN),
                    good.clone().putCounters(MetricNames.REQUESTED, -1),
                    good.clone().putCounters(MetricNames.REQUESTED, 1e300))) {
                samples.send(pool.name(), absurd.build().toByteArray());
            }

            Await.await(
                    "a further step",
                    Duration.ofSeconds(60),
                    () -> cluster.api().find(run).orElseThrow().steps().size() > steps
                            || pool.state(run).over(),
                    () -> String.valueOf(cluster.api().find(run)));
            assertThat(cluster.metric(ANALYZER, "redliner_analyzer_undecodable_total") - before)
                    .isEqualTo(10);
            assertThat(cluster.metric(ANALYZER, "redliner_analyzer_consumer_restarts_total"))
                    .isZero();
            cluster.api().abort(run, "seen enough");
            Rows.verified(pool.awaitEnd(run));
        }
    }

    private static dev.redliner.contracts.sample.wire.SampleBatch.Builder wire(LivePool pool) {
        var batch = new SampleBatch(
                pool.name(),
                pool.sut(),
                "somebody",
                System.currentTimeMillis(),
                1,
                Instant.now(),
                Duration.ofMillis(500),
                Map.of(),
                Map.of(),
                Map.of(),
                List.of());
        try {
            return dev.redliner.contracts.sample.wire.SampleBatch.parseFrom(SampleCodec.encode(batch)).toBuilder();
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    @ConcurrentRow
    void row_52_counts_of_missed_reads_are_charged_all_the_same() {
        try (LivePool pool = cluster.pool(PoolPlan.of("missed", RPS).holdingFor(Duration.ofSeconds(60)))) {
            String run = pool.startAndAwaitShift();
            ScheduledExecutorService saboteur = Executors.newSingleThreadScheduledExecutor();
            try {
                EnvoyView.Counts before = pool.admin().counts();
                double served = served(run);
                // about one read in three fails
                saboteur.scheduleAtFixedRate(pool.toAdmin()::cut, 0, 1_500, TimeUnit.MILLISECONDS);
                saboteur.scheduleAtFixedRate(pool.toAdmin()::mend, 500, 1_500, TimeUnit.MILLISECONDS);
                Await.await(
                        "a thousand requests",
                        Duration.ofSeconds(60),
                        () -> pool.admin().counts().since(before).sut() > 1_000
                                || pool.state(run).over(),
                        () -> String.valueOf(cluster.api().find(run)));
                saboteur.shutdown();
                assertThat(saboteur.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
                pool.toAdmin().mend();
                long sent = pool.admin().counts().since(before).sut();
                double charged = served(run) - served;
                System.out.printf("row 52: of %d requests to the SUT %.0f are in the harm's count%n", sent, charged);
                assertThat(charged).isGreaterThan(0.9 * sent);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            } finally {
                saboteur.shutdownNow();
                pool.toAdmin().mend();
            }
            cluster.api().abort(run, "seen enough");
            Rows.verified(pool.awaitEnd(run));
        }
    }

    private double served(String run) {
        return cluster.api().find(run).orElseThrow().harm().servedRequests();
    }
}
