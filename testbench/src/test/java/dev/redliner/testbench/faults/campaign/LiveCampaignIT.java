package dev.redliner.testbench.faults.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/**
 * Random faults on real processes: a few runs in CI, more at night. The module's pom.xml has the numbers.
 * {@code -Dredliner.chaos.seed} selects other runs.
 */
@MostlyWaits
class LiveCampaignIT {
    private static final int RUNS = Integer.getInteger("redliner.live-campaign.runs", 2);

    @Test
    void random_faults_on_real_processes_break_no_promise() {
        long seed = Long.getLong("redliner.chaos.seed", 1);
        Path folder = Path.of("target", "faults", "campaign-" + System.nanoTime());

        LiveFindings findings =
                new LiveCampaign(seed, 0, RUNS, 2).run(folder, InstantSource.system(), System.out::println);

        assertThat(findings.figures().violations())
                .as("see ./redliner chaos --real --seed %d", seed)
                .isEmpty();
        assertThat(findings.figures().runs()).isEqualTo(RUNS);
        assertThat(findings.figures().faults()).isNotEmpty();
    }
}
