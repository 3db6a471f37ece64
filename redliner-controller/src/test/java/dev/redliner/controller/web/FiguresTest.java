package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.StepReport;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.rules.MetricUnit;
import dev.redliner.rules.RuleNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;

class FiguresTest {
    @Test
    void rates_have_three_digits() {
        assertThat(Figures.rps(762.4)).isEqualTo("762");
        assertThat(Figures.rps(41.26)).isEqualTo("41.3");
        assertThat(Figures.rps(1.25)).isEqualTo("1.25");
        assertThat(Figures.rps(5.0)).isEqualTo("5.0");
    }

    @Test
    void a_part_is_rounded_as_on_the_live_page_and_changes_keep_one_decimal() {
        assertThat(Figures.part(0.507391)).isEqualTo("50.7%");
        assertThat(Figures.part(0.2)).isEqualTo("20%");
        assertThat(Figures.part(0.00034)).isEqualTo("0.03%");
        assertThat(Figures.part(0.0)).isEqualTo("0%");
        assertThat(Figures.part(null)).isEqualTo(Figures.NONE);
        assertThat(Figures.percent(0.2)).isEqualTo("20.0%");
    }

    @Test
    void the_live_page_reads_the_same_metrics_in_percent() throws IOException {
        String script = new ClassPathResource("static/live/words.js").getContentAsString(StandardCharsets.UTF_8);
        Matcher expression = Pattern.compile("const PERCENT = /(.+)/;").matcher(script);
        assertThat(expression.find()).isTrue();
        Pattern percent = Pattern.compile(expression.group(1));
        List<String> names = Stream.concat(
                        HostEvidence.WITH_METRICS.stream(),
                        Stream.of(
                                MetricNames.HOST_CPU,
                                MetricNames.ENVOY_BUSY,
                                RuleNames.ERROR_RATE,
                                RuleNames.RPS,
                                "jvm.x",
                                "app.cpu"))
                .flatMap(name -> name.startsWith("host.")
                        ? Stream.of(name, "peers." + name, "deps.orders_db2." + name, "baseline.deps.a." + name)
                        : Stream.of(name, "peers." + name))
                .toList();
        assertThat(names).allSatisfy(name -> assertThat(percent.matcher(name).matches())
                .as(name)
                .isEqualTo(MetricUnit.of(name).equals(Optional.of(MetricUnit.FRACTION))));
        assertThat(Figures.signal("peers.host.cpu.busiest", 0.5)).isEqualTo("50%");
        assertThat(Figures.signal("host.cpu", 0.0004)).isEqualTo("0.04%");
        assertThat(Figures.signal("proc.cpu", 0.5)).isEqualTo("0.5");
    }

    @Test
    void the_live_page_marks_the_same_metrics_as_approximate() throws IOException {
        String script = new ClassPathResource("static/live/words.js").getContentAsString(StandardCharsets.UTF_8);
        Matcher expression = Pattern.compile("const OF_BUCKETS = /(.+)/;").matcher(script);
        assertThat(expression.find()).isTrue();
        Pattern ofBuckets = Pattern.compile(expression.group(1));
        assertThat(List.of(
                        "app.x_seconds.p99",
                        "app.x_bytes.p50",
                        "jvm.x_seconds.p999",
                        "peers.app.x_seconds.p90",
                        "baseline.peers.app.x.p95",
                        "deps.orders_db.app.x.p99",
                        "app.x_seconds.p75",
                        "app.x_seconds_sum",
                        "latency.p99",
                        "peers.latency.p99",
                        "host.cpu"))
                .allSatisfy(name -> assertThat(ofBuckets.matcher(name).matches())
                        .as(name)
                        .isEqualTo(MetricUnit.isApproximate(name)));
    }

    @Test
    void a_step_that_the_next_one_ended_does_not_repeat_its_reason() {
        assertThat(StepRow.all(List.of(
                        step(1, "Up to 183 rps.", "Up to 192 rps."),
                        step(2, "Up to 192 rps.", "Aborted by kim."),
                        step(3, "The traffic goes back.", null))))
                .extracting(StepRow::ended)
                .containsExactly(null, "Aborted by kim.", null);
    }

    @Test
    void requests_in_flight_that_deviate_are_shown_with_the_expected_number() {
        assertThat(StepRow.all(List.of(
                        step(1, "", "", null),
                        step(2, "", "", new ConcurrencyReport(1.79, 1.755, 1.02, 0.1, 0)),
                        step(3, "", "", new ConcurrencyReport(3.2, 1.6, 2.0, 0.1, 0)),
                        step(4, "", "", new ConcurrencyReport(3.2, 1.6, 2.0, null, 0)))))
                .extracting(StepRow::inFlight)
                .containsExactly(Figures.NONE, "1.8", "3.2 (expected 1.6)", "3.2");
    }

    private static StepReport step(int number, String why, @Nullable String ended) {
        return step(number, why, ended, null);
    }

    private static StepReport step(
            int number, String why, @Nullable String ended, @Nullable ConcurrencyReport concurrency) {
        Instant from = Instant.EPOCH.plusSeconds(10L * number);
        return new StepReport(
                number,
                "ramp",
                from,
                ended == null ? null : from.plusSeconds(10),
                100,
                0.2,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                why,
                ended,
                true,
                List.of(),
                null,
                Map.of(),
                concurrency);
    }
}
