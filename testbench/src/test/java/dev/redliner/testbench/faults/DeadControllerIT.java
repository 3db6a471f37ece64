package dev.redliner.testbench.faults;

import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.Needs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Rows of the fault matrix in which the controller dies, is replaced, has a full disk, or ends every run. Every part is
 * a separate process. The journal is an H2 file.
 */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class DeadControllerIT {
    private static final Path FOLDER = Path.of("target", "faults", "dead-controller");

    private SmallDisk disk;
    private LiveCluster cluster;
    private LivePool shop;
    private LivePool other;

    @BeforeAll
    void start() {
        Path folder = Fresh.folder(FOLDER);
        disk = SmallDisk.mount(folder.resolve("disk"));
        cluster = LiveCluster.start(folder, JournalDatabase.h2(folder.resolve("disk")));
        shop = cluster.pool(PoolPlan.of("shop", 150));
        other = cluster.pool(PoolPlan.of("other", 100).holdingFor(Duration.ofMinutes(2)));
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
        cluster.revive(CONTROLLER);
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
        String second = other.startAndAwaitShift();
        shop.awaitShift(run);
        RestoreTimer watch = shop.watch();
        RestoreTimer otherWatch = other.watch();

        assertThat(cluster.api().engageLever("enough for today").status()).isEqualTo(200);

        try {
            Rows.restored("25", watch);
            Rows.restored("25", otherWatch);
            Rows.ended(shop, run, RunState.ABORTED, "enough for today");
            Rows.ended(other, second, RunState.ABORTED, "enough for today");
            Web.Answer refused = cluster.api().start("shop");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body()).contains("enough for today");
        } finally {
            assertThat(cluster.api().releaseLever().status()).isEqualTo(200);
        }
        Rows.verified(shop.aborted(shop.startAndAwaitShift()));
    }

    @Test
    void row_37_a_full_disk_ends_the_share_takes_readiness_away_and_corrupts_nothing() {
        Needs.that(disk.isSmall(), "Only root on Linux can mount a disk that is small enough to be filled.");
        String before = shop.startAndAwaitShift();
        Rows.verified(shop.aborted(before));
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
        Rows.verified(shop.aborted(shop.startAndAwaitShift()));
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
}
