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
import dev.redliner.testbench.Needs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

    private SmallDisk disk;
    private LiveCluster cluster;
    private LivePool shop;
    private LivePool patient;

    @BeforeAll
    void start() {
        Path folder = Fresh.folder(FOLDER);
        disk = SmallDisk.mount(folder.resolve("disk"));
        cluster = LiveCluster.start(folder, JournalDatabase.h2(folder.resolve("disk")));
        shop = cluster.pool(PoolPlan.of("shop", 150));
        patient = cluster.pool(PoolPlan.of("patient", 100).holdingFor(Duration.ofMinutes(2)));
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    @AfterEach
    void everythingIsUpAgain() {
        for (String part : List.of(KAFKA, REDIRECTOR, ANALYZER, COLLECTOR, CONTROLLER)) {
            if (!cluster.process(part).alive()) {
                cluster.restart(part);
            }
        }
    }

    @Test
    void row_01_a_controller_killed_in_the_middle_of_a_step_leaves_no_share_and_never_resumes_its_run() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();
        RunReport before = cluster.api().find(run).orElseThrow();

        cluster.kill(CONTROLLER);

        Rows.restored("1", watch);
        try (var lookout = new Lookout(shop)) {
            cluster.restart(CONTROLLER);
            Rows.keeps(before, Rows.ended(shop, run, RunState.INTERRUPTED, "controller died"));
            assertThat(lookout.highest()).as("the share after the restart").isZero();
        }
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
    void row_09_a_controller_killed_during_the_restore_completes_it_when_it_is_back() {
        String run = shop.startAndAwaitShift();
        RestoreTimer watch = shop.watch();

        cluster.api().abort(run, "enough");
        cluster.kill(CONTROLLER);

        Rows.restored("9", watch);
        cluster.restart(CONTROLLER);
        Rows.ended(shop, run, RunState.INTERRUPTED, "controller died");
        cluster.api().abort(run, "once more");
        assertThat(shop.override()).as("restoring twice is harmless").isEmpty();
        assertThat(shop.state(run)).isEqualTo(RunState.INTERRUPTED);
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
        RunReport end = aborted(run);
        assertThat(end.state()).as(end.reason()).isIn(RunState.INCONCLUSIVE, RunState.ABORTED);
        Rows.verified(end);
        assertThat(shop.override()).as("what Envoy holds after the end").isEmpty();
    }

    @Test
    void row_39_a_controller_that_is_replaced_restores_before_it_goes() {
        String run = shop.start();
        // far enough from the baseline to distinguish the two within the seconds of a stop
        shop.awaitShift(run, 1.3 * PoolPlan.BASELINE);

        cluster.terminate(CONTROLLER);

        assertThat(shop.override()).as("what Envoy holds when it is gone").isEmpty();
        cluster.restart(CONTROLLER);
        Rows.ended(shop, run, RunState.ABORTED, "asked to stop");
    }

    @Test
    void row_25_an_engaged_lever_restores_every_run_and_lets_none_begin_until_it_is_released() {
        String run = shop.start();
        String other = patient.startAndAwaitShift();
        shop.awaitShift(run);
        RestoreTimer watch = shop.watch();
        RestoreTimer otherWatch = patient.watch();

        assertThat(cluster.api().engageLever("enough for today").status()).isEqualTo(200);

        try {
            Rows.restored("25", watch);
            Rows.restored("25", otherWatch);
            Rows.ended(shop, run, RunState.ABORTED, "enough for today");
            Rows.ended(patient, other, RunState.ABORTED, "enough for today");
            Web.Answer refused = cluster.api().start("shop");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body()).contains("enough for today");
        } finally {
            assertThat(cluster.api().releaseLever().status()).isEqualTo(200);
        }
        Rows.verified(aborted(shop.startAndAwaitShift()));
    }

    @Test
    void row_37_a_full_disk_ends_the_share_takes_readiness_away_and_corrupts_nothing() {
        Needs.that(disk.isSmall(), "Only root on Linux can mount a disk that is small enough to be filled.");
        String before = shop.startAndAwaitShift();
        Rows.verified(aborted(before));
        String run = shop.startAndAwaitShift();

        disk.fill();

        try {
            RestoreTimer watch = refusedWrite(run);
            Rows.restored("37", watch);
            Await.await(
                    "readiness to be lost",
                    Duration.ofSeconds(30),
                    () -> !cluster.ready(CONTROLLER),
                    () -> cluster.process(CONTROLLER).said());
        } finally {
            // also after a failure: the other rows need the database
            disk.free();
            if (cluster.process(CONTROLLER).alive()) {
                cluster.kill(CONTROLLER);
            }
            cluster.restart(CONTROLLER);
        }
        Rows.verified(shop.awaitEnd(run));
        assertThat(shop.state(before)).as("a run of before").isEqualTo(RunState.ABORTED);
        Rows.verified(aborted(shop.startAndAwaitShift()));
    }

    /** Until H2 has used up the free space within its own file, a run loses nothing on a full disk, and goes on. */
    private RestoreTimer refusedWrite(String run) {
        Await.await(
                "the database to refuse a write on the full disk",
                Duration.ofSeconds(120),
                () -> cluster.process(CONTROLLER)
                        .output()
                        .lines()
                        .anyMatch(line -> line.contains("run=" + run + " ")
                                && line.contains("could not be written to the journal")),
                () -> cluster.process(CONTROLLER).said());
        return shop.watch();
    }

    private RunReport aborted(String run) {
        cluster.api().abort(run, "seen enough");
        return shop.awaitEnd(run);
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
