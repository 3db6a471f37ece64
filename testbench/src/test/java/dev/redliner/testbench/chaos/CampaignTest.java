package dev.redliner.testbench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.QuietLog;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A short campaign. The long one is {@code LongCampaignIT}. */
@Tag("slow")
class CampaignTest {
    private static final int ENOUGH_TO_FIND_A_DEFECT = 4_000;

    @BeforeAll
    static void quiet() {
        QuietLog.on();
    }

    @AfterAll
    static void loud() {
        QuietLog.off();
    }

    @Test
    void a_thousand_runs_with_random_faults_break_no_promise() {
        CampaignFindings findings = new Campaign(42, 1_000, 2, Defect.NONE, 10).run();
        assertThat(findings.violations()).isEmpty();
        CampaignFindings.Figures figures = findings.figures();
        assertThat(figures.runs()).isEqualTo(1_000);
        assertThat(figures.faults()).as("every kind of fault").hasSize(VirtualFaultKind.values().length);
        assertThat(figures.ends())
                .as("every way to end")
                .containsKeys("COMPLETED", "INCONCLUSIVE", "ABORTED", "INTERRUPTED", "REFUSED");
        assertThat(figures.silence().times()).isGreaterThan(30);
        assertThat(figures.samples())
                .as("every disorder of samples reaches the analyzer")
                .hasSize(4)
                .allSatisfy((what, count) -> assertThat(count).as(what).isGreaterThan(30));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void a_defect_made_on_purpose_is_found(Defect defect) {
        CampaignFindings findings = new Campaign(42, ENOUGH_TO_FIND_A_DEFECT, 2, defect, 1).run();
        assertThat(findings.violations()).isNotEmpty();
        System.out.println(defect + ": " + findings.figures().runs() + " runs, "
                + findings.violations().get(0).promise());
    }

    @Test
    void the_same_seed_and_number_give_the_same_run() {
        var campaign = new Campaign(42, 1, 1, Defect.NONE, 1);
        for (long index = 1; index < 30; index++) {
            var first = new ArrayList<String>();
            var again = new ArrayList<String>();
            campaign.replay(index, first::add);
            campaign.replay(index, again::add);
            assertThat(again).isNotEmpty().isEqualTo(first);
        }
    }

    @Test
    void a_violation_says_how_to_repeat_it_and_the_repetition_shows_it() {
        var campaign = new Campaign(42, ENOUGH_TO_FIND_A_DEFECT, 2, Defect.ENVOY_WITHOUT_TTL, 1);
        Violation found = campaign.run().violations().get(0);
        assertThat(found.replay()).isEqualTo("./redliner chaos --replay 42:" + found.index());
        Violation again = campaign.replay(found.index(), line -> {}).get(0);
        assertThat(again.promise()).isEqualTo(found.promise());
        assertThat(again.seconds()).isEqualTo(found.seconds());
        assertThat(again.trace()).isNotEmpty();
    }
}
