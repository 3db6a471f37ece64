package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.traffic.TrafficSlot;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HourlyTrafficTest {
    @Test
    void an_hour_whose_traffic_cannot_reach_the_redline_is_warned_of_with_the_hours_that_can() {
        var traffic = new HourlyTraffic(Map.of(2, 100.0, 9, 1000.0, 10, 2000.0));

        assertThat(traffic.warning(2, 0.6, 575))
                .contains("Between 02:00 and 02:59 the traffic was 100 rps in the last 7 days. The SUT can get 60.0 rps"
                        + " of it, and a run needs 575 rps to reach the last redline. Hours that have enough: 09, 10.");
        assertThat(traffic.warning(9, 0.6, 575)).isEmpty();
        assertThat(traffic.warning(3, 0.6, 575)).as("nothing is known").isEmpty();
        assertThat(traffic.warning(2, 0.6, 5000).orElseThrow()).endsWith("No hour has enough.");
    }

    @Test
    void slots_count_in_their_local_hour_by_their_seconds() {
        var slots = List.of(
                new TrafficSlot(Instant.parse("2027-01-10T01:00:00Z"), 30_000, 200, 300),
                new TrafficSlot(Instant.parse("2027-01-11T01:05:00Z"), 20_000, 300, 100));

        assertThat(HourlyTraffic.of(slots, ZoneId.of("Europe/Berlin")).rps()).isEqualTo(Map.of(2, 125.0));
    }
}
