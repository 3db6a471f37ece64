package dev.redliner.testbench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.HostReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.standalone.fleet.Truth;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures two hosts of a live fleet at once, one of which was made slower. */
class SutSetIT {
    private static final int TRIES = 5;
    private static final double SLOWER = 1.3;
    /** A 95% interval misses the truth in one run of twenty, by a few percent. This test must not. */
    private static final double BEYOND = 1.1;

    private static final String STRONG = "demo-1";
    private static final String WEAK = "demo-2";

    @TempDir
    private Path folder;

    @Test
    void the_weaker_host_of_a_set_is_found_and_limits_it() throws RunRefused {
        var settings = new Demo.Settings(Tier.BACK_END, folder, 0, 5, 2);
        try (Demo demo = Demo.start(settings, System.out::println)) {
            demo.fleet().slow(WEAK, SLOWER);
            RunReport report = null;
            for (int i = 0; i < TRIES && (report == null || report.state() != RunState.COMPLETED); i++) {
                report = demo.follow(demo.startRun(), news -> {});
                System.out.println(report.state() + " " + report.reason() + " " + report.redline());
                if (report.state() != RunState.REFUSED) {
                    assertThat(report.restored().verified()).isTrue();
                }
            }
            assertThat(report.state()).as(report.reason()).isEqualTo(RunState.COMPLETED);
            assertThat(report.sut()).containsExactly(STRONG, WEAK);
            Truth truth = demo.truth();
            double weakest = truth.rps() / SLOWER;
            System.out.printf(
                    Locale.ROOT,
                    "truth %.0f rps, error %+.1f%%%n",
                    weakest,
                    100 * (report.redline().rps() / weakest - 1));
            assertThat(weakest)
                    .as("the truth of the weaker host within the interval %s", report.redline())
                    .isBetween(report.redline().low() / BEYOND, report.redline().high() * BEYOND);
            assertThat(report.redline().rps()).as("below the stronger host").isLessThan(truth.rps());
            assertThat(report.redline().hosts()).extracting(HostReport::host).containsExactly(STRONG, WEAK);
            HostReport weak = report.redline().hosts().get(1);
            assertThat(weak.low()).isLessThan(weakest * 1.1);
            assertThat(weak.rps())
                    .as("the host that gave out has a redline of its own")
                    .isNotNull();
            assertThat(report.now()).isNotNull();
            assertThat(report.now().rules())
                    .filteredOn(rule -> rule.rule().equals("slo"))
                    .flatExtracting(rule -> rule.values())
                    .extracting(value -> value.host())
                    .isEqualTo(java.util.List.of(STRONG, WEAK, STRONG, WEAK));
        }
    }
}
