package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The properties of hosts in verdicts. */
class PropertiesTest {
    @Test
    void properties_are_in_a_verdict_at_first_after_a_change_and_now_and_then() {
        Desk desk = new Desk().watch(Traffic.watch(0, rule("slo", "error_rate < 0.1")), at(0));
        for (int second = 1; second <= 40; second++) {
            // as a collector does: every ten seconds, and at once if the process is another one
            boolean reported = second % 10 == 2 || second == 25;
            String kernel = second < 25 ? "6.1" : "6.2";
            desk.take(
                    reading(second, reported ? Map.of("kernel", kernel) : Map.of()),
                    sut(second, Duration.ofMillis(50)),
                    peers(second));
        }

        List<Verdict> told = desk.verdicts.stream()
                .filter(verdict -> !verdict.properties().isEmpty())
                .toList();
        assertThat(told).first().extracting(Verdict::properties).isEqualTo(Map.of("a/kernel", "6.1"));
        assertThat(told).last().extracting(Verdict::properties).isEqualTo(Map.of("a/kernel", "6.2"));
        assertThat(told.get(0).at()).isBefore(at(6));
        assertThat(told).hasSizeBetween(3, 4);
    }

    private static SampleBatch reading(int second, Map<String, String> properties) {
        SampleBatch plain = Traffic.host("a", second, Map.of());
        return new SampleBatch(
                plain.pool(),
                plain.host(),
                plain.reporter(),
                plain.epoch(),
                plain.sequence(),
                plain.time(),
                plain.interval(),
                plain.gauges(),
                plain.counters(),
                plain.latencies(),
                plain.gaps(),
                plain.envoy(),
                properties);
    }
}
