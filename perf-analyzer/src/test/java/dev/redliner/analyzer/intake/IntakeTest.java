package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class IntakeTest {
    private static final Duration FAST = Duration.ofMillis(50);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<Verdict> verdicts = new ArrayList<>();
    private final JsonMapper json = new JsonMapper();
    private final Intake intake = new Intake(
            JudgeSettings.DEFAULT,
            new ClockCheck(Duration.ofSeconds(5)),
            new IntakeMeters(registry),
            json,
            verdicts::add);

    @Test
    void samples_and_a_watch_give_verdicts() {
        watch();
        traffic(1, 3);

        assertThat(verdicts).hasSize(3);
        assertThat(verdicts.get(2).rules().get(0).outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void what_is_not_a_batch_is_set_aside_and_the_rest_goes_on() {
        watch();
        for (byte[] broken : List.of(bytes("garbage"), new byte[0], new byte[2_000_000])) {
            intake.onSample("shop", broken, live(at(1)));
        }
        intake.onSample("shop", null, live(at(1)));
        intake.onSample(null, SampleCodec.encode(Traffic.sut(1, FAST)), live(at(1)));
        traffic(1, 3);

        assertThat(count("undecodable")).isEqualTo(5);
        assertThat(verdicts).hasSize(3);
    }

    @Test
    void what_is_not_a_watch_is_set_aside() {
        for (String broken : List.of("", "{", "null", "[]", "{\"run\":\"1\"}", "{\"run\":1,\"sut\":[]}")) {
            intake.onWatch("shop", bytes(broken), at(0));
        }
        intake.onWatch("shop", null, at(0));
        intake.onWatch("other", json.writeValueAsBytes(Traffic.watch(0)), at(0));

        assertThat(count("undecodable")).isEqualTo(8);
        assertThat(intake.watchedRuns()).isZero();
    }

    @Test
    void a_batch_under_the_key_of_another_pool_is_set_aside() {
        intake.onSample("other", SampleCodec.encode(Traffic.sut(1, FAST)), live(at(1)));

        assertThat(count("undecodable")).isEqualTo(1);
        assertThat(count("batches")).isZero();
    }

    @Test
    void a_batch_that_comes_again_counts_once() {
        watch();
        traffic(1, 2);
        sample(Traffic.sut(2, FAST), at(2.5));
        sample(Traffic.sut(1, FAST), at(2.5));
        traffic(3, 3);

        assertThat(count("duplicates")).isEqualTo(2);
        assertThat(verdicts.get(2).metrics()).containsEntry("samples", 300.0);
    }

    @Test
    void a_host_with_a_wrong_clock_is_not_judged_and_named() {
        watch();
        traffic(1, 3);
        sample(Traffic.host("b", 303, java.util.Map.of("host.cpu", 1.0)), at(3.5));
        traffic(4, 4);

        assertThat(count("skewed")).isEqualTo(1);
        assertThat(verdicts.get(3).notes()).contains("node-b about b: clock 299.5 s ahead, not judged");
        assertThat(verdicts.get(3).missing()).contains("b");
        assertThat(verdicts.get(3).metrics()).doesNotContainKey("peers.host.cpu");
    }

    @Test
    void forgets_all_when_partitions_change() {
        watch();
        traffic(1, 3);
        intake.forget();
        traffic(4, 5);

        assertThat(intake.watchedRuns()).isZero();
        assertThat(verdicts).hasSize(3);
    }

    private void watch() {
        var watch = Traffic.watch(0, Traffic.rule("p99", "latency.p99 <= duration('200ms')"));
        intake.onWatch("shop", json.writeValueAsBytes(watch), at(0));
    }

    private void traffic(int from, int to) {
        for (int second = from; second <= to; second++) {
            sample(Traffic.sut(second, FAST), at(second + 0.01));
            sample(Traffic.peers(second), at(second + 0.01));
        }
    }

    private void sample(SampleBatch batch, Instant arrives) {
        intake.onSample("shop", SampleCodec.encode(batch), live(arrives));
    }

    private static Stamp live(Instant arrives) {
        return new Stamp(arrives, arrives, false, true);
    }

    private double count(String what) {
        return registry.get("redliner.analyzer." + what).counter().count();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
