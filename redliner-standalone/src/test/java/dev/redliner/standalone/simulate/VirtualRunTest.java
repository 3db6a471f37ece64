package dev.redliner.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.HostSecond;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VirtualRunTest {
    private static List<HostSecond> seconds(double arrivals, double poolRps) {
        return IntStream.range(0, 10)
                .mapToObj(i -> new HostSecond(i, arrivals, arrivals, 0, LatencyHistogram.EMPTY, null, poolRps))
                .toList();
    }

    private static HostDescription host(double startRps, Double... poolBefore) {
        return new HostDescription(
                "h01", new HostDescription.Slo(100, 0.99, 0.001), startRps, 500, 900, List.of(poolBefore));
    }

    @Test
    void the_share_is_the_one_that_was_seen() {
        assertThat(VirtualRun.Normal.of(seconds(12, 100), host(10))).isEqualTo(new VirtualRun.Normal(0.12, 100));
    }

    @Test
    void few_requests_do_not_show_a_share_and_the_normal_load_does() {
        assertThat(VirtualRun.Normal.of(seconds(2, 8), host(1))).isEqualTo(new VirtualRun.Normal(0.125, 8));
    }

    @Test
    void the_pools_traffic_before_corrects_ten_seconds_with_few_requests_by_chance() {
        Double[] before = new Double[20];
        Arrays.fill(before, 9.5);

        assertThat(VirtualRun.Normal.of(seconds(2, 5), host(2, before))).isEqualTo(new VirtualRun.Normal(0.25, 5));
    }

    @Test
    void without_requests_there_is_nothing_to_measure() {
        List<HostSecond> noneAtHost = seconds(0, 8);

        assertThatThrownBy(() -> VirtualRun.Normal.of(noneAtHost, host(1))).hasMessage("no request reaches the host");
    }
}
