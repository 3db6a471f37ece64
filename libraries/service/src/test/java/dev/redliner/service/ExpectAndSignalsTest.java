package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.rules.LatencyStatistic;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectAndSignalsTest {

    @Test
    void an_expectation_is_read_in_words_or_as_a_number() throws InvalidService {
        assertThat(parsed("expect: {redline: \">= 700\", recovered: \"<= 10s\"}")
                        .expect())
                .isEqualTo(new Expectation(700.0, Duration.ofSeconds(10)));
        assertThat(parsed("expect: {redline: 700.5}").expect()).isEqualTo(new Expectation(700.5, null));
        assertThat(parsed("profile: default").expect()).isNull();
        var p99 = new LatencyExpectation(LatencyStatistic.P99, 600, Duration.ofMillis(150));
        assertThat(parsed("expect: {latency: p99 at 600 <= 150ms}").expect())
                .isEqualTo(new Expectation(null, null, List.of(p99)));
        assertThat(parsed("expect: {latency: [p99 at 600 rps<=0.15s, p999 at 60.5 <= 1s]}")
                        .expect()
                        .latencies())
                .containsExactly(p99, new LatencyExpectation(LatencyStatistic.P999, 60.5, Duration.ofSeconds(1)));
        assertThat(p99.inWords()).isEqualTo("p99 at 600 <= 150ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{redline: \"<= 700\"} | '<= 700' is not a least redline",
                "{redline: \">= 0\"} | '>= 0' is not a least redline",
                "{recovered: \"<= 2m\"} | '<= 2m' is not a longest recovery",
                "{recovered: soon} | 'soon' is not a longest recovery",
                "{latency: p99 <= 150ms} | 'p99 <= 150ms' is not an expected latency",
                "{latency: [p98 at 600 <= 150ms]} | 'p98 at 600 <= 150ms' is not an expected latency",
                "{latency: [p99 at 0 <= 150ms]} | 'p99 at 0 <= 150ms' is not an expected latency",
                "{latency: []} | there is no expected latency",
                "{redLine: 700} | unknown key 'redLine'",
                "{} | expects nothing",
                "700 | must be a mapping"
            })
    void an_expectation_in_another_form_is_refused_with_the_right_one(String expect, String problem) {
        assertThatThrownBy(() -> parsed("expect: " + expect))
                .isInstanceOf(InvalidService.class)
                .hasMessageContaining(problem);
    }

    @Test
    void signals_are_names_of_rules_without_prefix() throws InvalidService {
        assertThat(parsed("signals: [app.orders_queue_size, host.net.rx_bytes, app.orders_queue_size]")
                        .signals())
                .containsExactly("app.orders_queue_size", "host.net.rx_bytes");
        assertThat(parsed("signals: jvm.classes_loaded_classes").signals()).hasSize(1);
        assertThat(parsed("signals: [cgroup.throttled, proc.ready, envoy.timeouts]")
                        .signals())
                .hasSize(3);
    }

    @Test
    void a_signal_that_cannot_be_is_refused_with_the_name_that_was_meant() {
        assertThatThrownBy(() -> parsed("signals: [host.net.rx_byte]")).hasMessageContaining("host.net.rx_bytes");
        assertThatThrownBy(() -> parsed("signals: [peers.host.cpu]")).hasMessageContaining("there is no signal");
        assertThatThrownBy(() -> parsed("signals: [cgroup.throtled]")).hasMessageContaining("cgroup.throttled");
        assertThatThrownBy(() -> parsed("signals: [error_rate]")).hasMessageContaining("there is no signal");
        assertThatThrownBy(() -> parsed("signals: [queue]")).hasMessageContaining("there is no signal queue");
        List<String> many = IntStream.range(0, 31).mapToObj(i -> "app.x" + i).toList();
        assertThatThrownBy(() -> parsed("signals: [" + many.stream().collect(Collectors.joining(", ")) + "]"))
                .hasMessageContaining("31 signals are more than 30");
    }

    private static ServiceDefinition parsed(String line) throws InvalidService {
        return ServiceYaml.parse(null, ServiceDocuments.CHECKOUT + line + "\n");
    }
}
