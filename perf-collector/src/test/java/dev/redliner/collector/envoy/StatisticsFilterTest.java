package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsFilterTest {
    @Test
    void an_envoy_with_many_pools_is_asked_by_an_address_that_it_accepts() {
        List<String> names =
                IntStream.range(0, 1_000).mapToObj(i -> "pool-" + i + "-sut").toList();
        assertThat(StatisticsFilter.requests(names)).hasSizeLessThan(200);
        assertThat(StatisticsFilter.requests(List.of("a.b-sut"))).contains("a%5C.b-sut");
    }
}
