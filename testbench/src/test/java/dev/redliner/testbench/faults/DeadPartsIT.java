package dev.redliner.testbench.faults;

import static dev.redliner.api.RunState.CONFIRMING;
import static dev.redliner.api.RunState.RAMPING;
import static dev.redliner.api.RunState.REFINING;
import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.COLLECTOR;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.KAFKA;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Rows of the fault matrix in which a part dies, stands still or is replaced while a run has moved traffic. Every part
 * is a separate process. The journal is an H2 file.
 */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class DeadPartsIT {
    private static final Path FOLDER = Path.of("target", "faults", "dead-parts");

    private LiveCluster cluster;
    private LivePool shop;
    private LivePool patient;

    @BeforeAll
    void start() {
        cluster = LiveCluster.start(Fresh.folder(FOLDER), JournalDatabase.h2());
        shop = cluster.pool(PoolPlan.of("shop", 150));
        patient = cluster.pool(PoolPlan.of("patient", 100).holdingFor(Duration.ofMinutes(2)));
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void everythingIsUpAgain() {
        cluster.revive(KAFKA, REDIRECTOR, ANALYZER, COLLECTOR, CONTROLLER);
    }

    @Test
    void row_02_a_killed_redirector_leaves_no_share_and_reconciles_when_it_is_back() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.kill(REDIRECTOR);

        Rows.restored("2", watch);
        cluster.restart(REDIRECTOR);
        Rows.ended(shop, run, RunState.INCONCLUSIVE, "");
        assertThat(cluster.metric(REDIRECTOR, "redliner_redirector_envoys"))
                .isEqualTo(cluster.pools().size());
    }

    @Test
    void row_03_controller_and_redirector_killed_together_leave_no_share() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.kill(CONTROLLER);
        cluster.kill(REDIRECTOR);

        Rows.restored("3", watch);
        try (var lookout = new Lookout(shop)) {
            cluster.begin(REDIRECTOR);
            cluster.restart(CONTROLLER);
            cluster.awaitReady(REDIRECTOR);
            Rows.ended(shop, run, RunState.INTERRUPTED, "controller died");
            assertThat(lookout.highest()).as("the share after the restart").isZero();
        }
    }

    @Test
    void row_10_a_dead_kafka_ends_the_share_and_the_run_is_inconclusive() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.kill(KAFKA);

        Rows.restored("10", watch);
        try (var lookout = new Lookout(shop)) {
            cluster.restart(KAFKA);
            Rows.ended(shop, run, RunState.INCONCLUSIVE, "");
            assertThat(lookout.highest()).as("the share after Kafka is back").isZero();
        }
    }

    @Test
    void row_11_an_analyzer_that_lags_behind_steps_nothing_up_and_ends_the_run() throws InterruptedException {
        String run = shop.startAndAwaitShift();
        try (var lookout = new Lookout(shop)) {
            double held = shop.override().orElseThrow();
            RestoreTimer watch = shop.watch();

            cluster.freeze(ANALYZER);

            Rows.restoredAfterPatience("11", watch, shop);
            // samples that arrived meanwhile are judged now, late
            cluster.thaw(ANALYZER);
            Rows.ended(shop, run, RunState.INCONCLUSIVE, "verdicts");
            assertThat(lookout.highest()).as("the share since").isLessThanOrEqualTo(held);
        }
    }

    @Test
    void row_14_a_killed_collector_makes_the_run_hold_and_then_restore() {
        String run = shop.startAndAwaitShift();
        try (var lookout = new Lookout(shop)) {
            double held = shop.override().orElseThrow();
            RestoreTimer watch = shop.watch();

            cluster.kill(COLLECTOR);

            Rows.restoredAfterPatience("14", watch, shop);
            // without the collector the traffic cannot be observed
            cluster.restart(COLLECTOR);
            Rows.ended(shop, run, RunState.INCONCLUSIVE, "needed data was missing");
            assertThat(lookout.highest()).as("the share since").isLessThanOrEqualTo(held);
        }
    }

    @Test
    void row_39_a_run_outlives_the_replacement_of_collector_and_analyzer() {
        String run = patient.startAndAwaitShift();

        cluster.terminate(COLLECTOR);
        cluster.restart(COLLECTOR);
        goesOn(run);
        cluster.terminate(ANALYZER);
        cluster.restart(ANALYZER);

        goesOn(run);
        cluster.api().abort(run, "seen enough");
        Rows.verified(patient.awaitEnd(run));
    }

    @Test
    void row_39_a_redirector_that_is_replaced_restores_before_it_goes() {
        String run = shop.startAndAwaitShift();

        cluster.terminate(REDIRECTOR);

        assertThat(shop.override()).as("what Envoy holds when it is gone").isEmpty();
        cluster.restart(REDIRECTOR);
        // the new redirector holds an order that is still valid; if none is, the run ends by itself
        Await.await(
                "run " + run + " to continue or to end",
                Duration.ofSeconds(60),
                () -> shop.override().isPresent() || shop.state(run).over(),
                () -> String.valueOf(cluster.api().find(run)));
        RunReport end = shop.aborted(run);
        assertThat(end.state()).as(end.reason()).isIn(RunState.INCONCLUSIVE, RunState.ABORTED);
        Rows.verified(end);
        assertThat(shop.override()).as("what Envoy holds after the end").isEmpty();
    }

    /** The run has all the data that it needs, and takes its next step. */
    private void goesOn(String run) {
        int step = cluster.api().find(run).orElseThrow().steps().size();
        Await.await(
                "run " + run + " to take its next step",
                Duration.ofSeconds(60),
                () -> {
                    RunReport now = cluster.api().find(run).orElseThrow();
                    assertThat(now.state()).as(now.reason()).isIn(RAMPING, REFINING, CONFIRMING);
                    return now.steps().size() > step;
                },
                () -> String.valueOf(cluster.api().find(run)));
    }
}
