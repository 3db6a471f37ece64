package dev.redliner.testbench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.QuietLog;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A campaign in virtual time that is longer than that of the inner loop, on all cores. The module's pom.xml has the
 * number of runs in CI and at night. {@code -Dredliner.chaos.seed} selects other runs.
 */
class LongCampaignIT {
    private static final long RUNS = Long.getLong("redliner.campaign.runs", 2_000);

    @BeforeAll
    static void quiet() {
        QuietLog.on();
    }

    @AfterAll
    static void loud() {
        QuietLog.off();
    }

    @Test
    void many_runs_with_random_faults_break_no_promise() {
        long seed = Long.getLong("redliner.chaos.seed", 1);
        int threads = Runtime.getRuntime().availableProcessors();
        CampaignFindings findings = new Campaign(seed, RUNS, threads, Defect.NONE, 10).run();
        System.out.println(findings.figures());
        assertThat(findings.violations())
                .as("repeat one with ./redliner chaos --replay %d:<index>", seed)
                .isEmpty();
        assertThat(findings.figures().runs()).isEqualTo(RUNS);
    }
}
