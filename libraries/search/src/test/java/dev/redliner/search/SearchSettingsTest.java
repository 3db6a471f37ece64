package dev.redliner.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SearchSettingsTest {
    @Test
    void few_requests_get_the_time_that_a_run_may_take() {
        assertThat(SearchSettings.DEFAULT.within(Duration.ofMinutes(15)).thinBudget())
                .isEqualTo(Duration.ofSeconds(855));
        assertThat(SearchSettings.DEFAULT.within(Duration.ofMinutes(15)).coldBudget())
                .isEqualTo(SearchSettings.DEFAULT.coldBudget());
        assertThat(SearchSettings.DEFAULT.within(Duration.ofMinutes(5)).thinBudget())
                .isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void a_profile_that_has_all_its_time_is_as_it_is() {
        assertThat(SearchSettings.QUICK.within(Duration.ofSeconds(280))).isEqualTo(SearchSettings.QUICK);
        assertThat(SearchSettings.GENTLE.within(Duration.ofSeconds(450)).largestStep())
                .isGreaterThan(SearchSettings.GENTLE.largestStep());
    }

    @Test
    void what_is_forgotten_gives_no_more_time_than_there_is() {
        SearchSettings warm = SearchSettings.DEFAULT.knowing(Prior.stated(600));
        assertThat(warm.forgetting().budget()).isEqualTo(SearchSettings.DEFAULT.budget());
        assertThat(warm.within(Duration.ofSeconds(300)).forgetting().budget()).isEqualTo(Duration.ofSeconds(300));
        assertThat(warm.within(Duration.ofSeconds(200)).budget()).isEqualTo(Duration.ofSeconds(200));
    }

    @Test
    void a_search_of_a_minute_has_probes_as_short_as_a_queue_allows_and_larger_steps() {
        SearchSettings minute = SearchSettings.DEFAULT.within(Duration.ofMinutes(1));
        assertThat(minute.baselineSeconds()).isEqualTo(8);
        assertThat(minute.rampSeconds()).isEqualTo(new SearchSettings.Range(4, 5));
        assertThat(minute.longestNear()).isEqualTo(12);
        assertThat(minute.refineSeconds()).isEqualTo(new SearchSettings.Range(8, 12));
        assertThat(minute.confirmSeconds()).isEqualTo(15);
        assertThat(minute.largestStep()).isEqualTo(1.25);
        assertThat(minute.risk()).isBetween(0.2, 0.22);
    }
}
