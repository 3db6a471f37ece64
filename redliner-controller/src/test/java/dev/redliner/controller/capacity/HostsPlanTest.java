package dev.redliner.controller.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.api.RedlineReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsPlanTest {
    private static final RedlineReport MEASURED = new RedlineReport(380, 350, 410.0, 360, "slo", false);

    private static HostsPlan plan(double rps, double growth, int spare, int zones) throws NoPlan {
        return HostsPlan.of(MEASURED, rps, new PlanWish(null, growth, spare, zones));
    }

    @ParameterizedTest
    @CsvSource({
        // rps, growth, spare, zones, needed
        "2520, 0, 0, 1, 7",
        "2521, 0, 0, 1, 8",
        "2520, 20, 0, 1, 9",
        "2520, -50, 0, 1, 4",
        "2520, 0, 2, 1, 9",
        // 7 hosts are left of 14, of 11 in three zones of 4, and so on
        "2520, 0, 0, 2, 14",
        "2520, 0, 0, 3, 12",
        "2520, 0, 1, 5, 10",
        "1, 0, 0, 1, 1",
        // 360 x 1.1 x 10 is not quite 3,960 in binary fractions
        "3600, 10, 0, 1, 11"
    })
    void hosts_carry_the_load_at_the_safe_rate_also_if_a_zone_fails(
            double rps, double growth, int spare, int zones, int needed) throws NoPlan {
        assertThat(plan(rps, growth, spare, zones).needed()).isEqualTo(needed);
    }

    @Test
    void the_interval_of_the_redline_becomes_one_of_hosts() throws NoPlan {
        HostsPlan plan = plan(4_000, 0, 3, 1);
        assertThat(plan.forLoad()).isEqualTo(12);
        assertThat(plan.fewest()).isEqualTo(10);
        assertThat(plan.most()).isEqualTo(12);
        assertThat(plan.needed()).isEqualTo(15);
    }

    @Test
    void without_a_safe_rate_there_is_no_plan() {
        var unsafe = new RedlineReport(400, 400, null, null, null, true, List.of());
        assertThatThrownBy(() -> HostsPlan.of(unsafe, 4_000, new PlanWish(null, 0, 0, 1)))
                .isInstanceOf(NoPlan.class)
                .hasMessage("The last completed run gave no safe rate, because none of its rules counts requests.");
    }

    @Test
    void of_a_redline_that_is_at_least_so_high_there_is_no_fewest() throws NoPlan {
        var atLeast = new RedlineReport(380, 350, null, 360, null, true);
        HostsPlan plan = HostsPlan.of(atLeast, 4_000, new PlanWish(null, 0, 0, 1));
        assertThat(plan.fewest()).isNull();
        assertThat(plan.atLeast()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1",
        "-5, 0, 0, 1",
        "1e12, 0, 0, 1",
        "10, -100, 0, 1",
        "10, 0, -1, 1",
        "10, 0, 0, 0",
        "NaN, 0, 0, 1",
        "10, NaN, 0, 1"
    })
    void numbers_out_of_range_are_refused(double rps, double growth, int spare, int zones) {
        assertThatThrownBy(() -> new PlanWish(rps, growth, spare, zones)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_host_that_carries_nothing_is_no_plan() {
        var nothing = new RedlineReport(1e-9, 1e-9, 1e-9, 1e-9, "slo", false);
        assertThatThrownBy(() -> HostsPlan.of(nothing, 1_000_000, new PlanWish(null, 0, 0, 1)))
                .hasMessageContaining("too little to plan with");
    }
}
