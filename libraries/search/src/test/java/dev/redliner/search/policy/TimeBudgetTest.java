package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeBudgetTest {
    private static final double HIGHEST = 3_000;
    private static final PowerLawHost HOST = new PowerLawHost(1_000, 15);
    /** 62% of 418 s, if the own evidence is a result. 855 s while it is none, or while few requests were seen. */
    private static final SearchSettings WARM =
            SearchSettings.DEFAULT.within(Duration.ofMinutes(15)).knowing(new Prior(1_000, 0.05));

    private static final Duration ALL = Duration.ofSeconds(855);

    private ProbeHistory probes = ProbeHistory.NONE;

    private void probed(Stage stage, double load, int seconds) {
        probes = probes.with(HOST.probe(stage, load, seconds));
    }

    private Duration budget(SearchSettings settings, boolean ramping) {
        var posterior = RedlinePosterior.upTo(HIGHEST, probes.all(), settings.known());
        return TimeBudget.of(settings, probes, ramping ? posterior : posterior.around(HIGHEST), HIGHEST, ramping);
    }

    @Test
    void is_that_of_a_cold_search_before_any_probe() {
        assertThat(TimeBudget.of(WARM, probes, null, HIGHEST, true)).isEqualTo(WARM.coldBudget());
    }

    @Test
    void is_all_the_time_there_is_until_there_is_a_result() {
        probed(Stage.BASELINE, 400, 100);
        assertThat(budget(WARM, true)).as("a ramp of 40,000 requests").isEqualTo(ALL);
        probed(Stage.RAMP, 500, 100);
        assertThat(budget(WARM, true)).as("a ramp of 90,000 requests").isEqualTo(ALL);
        assertThat(budget(WARM, false)).as("what an earlier run found").isEqualTo(ALL);
    }

    @Test
    void is_all_the_time_there_is_while_few_requests_were_seen_and_the_interval_is_wide() {
        probed(Stage.BASELINE, 400, 20);
        probed(Stage.RAMP, 900, 5);
        probed(Stage.RAMP, 1_050, 2);
        assertThat(budget(WARM, false)).isEqualTo(ALL);
    }

    @Test
    void an_earlier_run_saves_time_once_the_own_evidence_is_a_result() {
        probed(Stage.BASELINE, 400, 100);
        probed(Stage.RAMP, 900, 100);
        probed(Stage.RAMP, 1_050, 100);
        assertThat(budget(WARM, false)).isEqualTo(WARM.budget()).isLessThan(WARM.coldBudget());
        assertThat(budget(WARM, true)).as("the ramp has not ended").isEqualTo(ALL);
    }

    @Test
    void the_end_of_the_usual_time_is_not_called_the_end_of_all_time() {
        probed(Stage.BASELINE, 400, 100);
        probed(Stage.RAMP, 900, 100);
        probed(Stage.RAMP, 1_050, 100);
        assertThat(whyUsedUp(WARM, false)).isEqualTo("The usual time of a search, 4 min, is used up.");
        SearchSettings brief = SearchSettings.DEFAULT.within(Duration.ofMinutes(3));
        assertThat(whyUsedUp(brief, false)).isEqualTo("The time is used up.");
    }

    @Test
    void the_end_of_extra_time_names_what_has_changed() {
        probed(Stage.BASELINE, 400, 200);
        assertThat(whyUsedUp(WARM, true)).as("all time, as it is no result").isEqualTo("The time is used up.");
        probed(Stage.RAMP, 900, 100);
        probed(Stage.RAMP, 1_050, 100);
        assertThat(whyUsedUp(WARM, true))
                .isEqualTo("The extra time has ended, because the evidence of 275,000 requests is a result.");
    }

    private String whyUsedUp(SearchSettings settings, boolean patient) {
        var posterior = RedlinePosterior.upTo(HIGHEST, probes.all(), settings.known());
        return TimeBudget.whyUsedUp(settings, probes, posterior.around(HIGHEST), HIGHEST, false, patient);
    }

    @Test
    void a_probe_counts_its_requests() {
        ProbeResult probe = HOST.probe(Stage.BASELINE, 400, 100);
        assertThat(ProbeHistory.NONE.with(probe).requests()).isEqualTo(40_000);
    }
}
