package dev.redliner.testbench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product's main job: a whole run on a live fleet of configured capacity. */
class DemoIT {
    /**
     * A busy machine causes latencies of its own, so a run without a result is repeated, up to this number of tries.
     */
    private static final int TRIES = 3;
    /** A 95% interval misses the truth in one run of twenty, by a few percent. This test must not. */
    private static final double BEYOND = 1.05;
    /** The search reports an interval of at most 20% to either side as a result. */
    private static final double WIDEST = 1.5;

    private static final Set<RunState> ENDS = Set.of(RunState.COMPLETED, RunState.INCONCLUSIVE, RunState.REFUSED);

    @TempDir
    private Path folder;

    @Test
    void a_demo_run_measures_the_known_capacity_and_puts_the_traffic_back() throws RunRefused {
        try (Demo demo = Demo.start(new Demo.Settings(Tier.BACK_END, folder, 0, 11), System.out::println)) {
            Set<RunState> passed = new HashSet<>();
            RunReport report = null;
            for (int i = 0; i < TRIES && (report == null || report.state() != RunState.COMPLETED); i++) {
                passed.clear();
                report = demo.follow(demo.startRun(), news -> {
                    if (news.data() instanceof RunReport state) {
                        passed.add(state.state());
                    }
                });
                System.out.println(report.state() + " " + report.reason() + " " + report.redline());
                // a machine that stalls slows every host, and the run then rightly ends because of it
                boolean stalled = report.state() == RunState.ABORTED
                        && String.valueOf(report.reason()).contains("the cause lies outside");
                assertThat(stalled || ENDS.contains(report.state()))
                        .as(report.reason())
                        .isTrue();
                if (report.state() != RunState.REFUSED) {
                    assertThat(report.restored()).isNotNull();
                    assertThat(report.restored().verified()).isTrue();
                    assertThat(report.restored().configuration()).isTrue();
                }
            }
            assertThat(report.state()).as(report.reason()).isEqualTo(RunState.COMPLETED);
            assertThat(passed).contains(RunState.BASELINING, RunState.RAMPING, RunState.RESTORING);
            double truth = demo.truth().rps();
            System.out.printf(
                    Locale.ROOT,
                    "truth %.0f rps, error %+.1f%%%n",
                    truth,
                    100 * (report.redline().rps() / truth - 1));
            assertThat(truth)
                    .as("the truth within the interval %s", report.redline())
                    .isBetween(report.redline().low() / BEYOND, report.redline().high() * BEYOND);
            assertThat(report.redline().high() / report.redline().low())
                    .as("the width of the interval")
                    .isLessThan(WIDEST);
            assertThat(report.redline().safe())
                    .isLessThanOrEqualTo(report.redline().rps());
            assertThat(report.steps()).allMatch(step -> step.ended() != null);
            assertThat(report.hosts().source()).isEqualTo(RunReport.LoadSource.DECLARED);
            assertThat(report.hosts().needed()).isEqualTo((int)
                    Math.ceil(report.hosts().targetRps() / report.redline().safe()));
        }
    }
}
