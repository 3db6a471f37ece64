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
    void a_batch_that_decodes_and_is_absurd_is_set_aside_and_the_rest_goes_on() {
        watch();
        var good = wire(Traffic.sut(1, FAST));
        long hour = 3_600_000;
        for (var absurd : List.of(
                good.clone().setSequence(-1),
                good.clone().setSequence(-1_023),
                good.clone().setSequence(Long.MAX_VALUE),
                good.clone().setEpoch(-1),
                good.clone().setEpoch(Long.MAX_VALUE),
                good.clone().setTimeMs(Long.MAX_VALUE),
                good.clone().setTimeMs(Long.MIN_VALUE),
                good.clone().setIntervalMs(0),
                good.clone().setIntervalMs(-1),
                good.clone().setIntervalMs(300 * 365 * 24 * hour),
                good.clone().setIntervalMs(Long.MAX_VALUE),
                good.clone().putCounters("requested", Double.NaN),
                good.clone().putCounters("requested", -5),
                good.clone().putCounters("requested", 1e300),
                good.clone()
                        .putLatencies(
                                "latency",
                                dev.redliner.contracts.sample.wire.LatencyHistogram.newBuilder()
                                        .addBuckets(200)
                                        .addCounts(Long.MAX_VALUE)
                                        .build()),
                good.clone().setReporter("x".repeat(10_000)))) {
            intake.onSample("shop", absurd.build().toByteArray(), live(at(1)));
        }
        assertThat(count("undecodable")).isEqualTo(16);

        traffic(1, 3);

        assertThat(verdicts).hasSize(3);
        assertThat(verdicts.get(2).rules().get(0).outcome()).isEqualTo(Outcome.PASS);
    }

    private static dev.redliner.contracts.sample.wire.SampleBatch.Builder wire(SampleBatch batch) {
        try {
            return dev.redliner.contracts.sample.wire.SampleBatch.parseFrom(SampleCodec.encode(batch)).toBuilder();
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
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

    /** {@code latency} and all other metrics of rules would otherwise be from a different time. */
    @Test
    void an_envoys_reporter_whose_clock_is_off_is_not_judged_whichever_way_it_is_off() {
        for (Duration off : List.of(Duration.ofMinutes(5), Duration.ofMinutes(-5))) {
            verdicts.clear();
            intake.discard();
            watch();
            traffic(1, 5);
            for (int second = 6; second <= 12; second++) {
                SampleBatch batch = Traffic.counts("envoy", "a", second, second + off.toSeconds(), 100, 0, FAST);
                intake.onTime(at(second));
                sample(batch, at(second + 0.01));
                intake.onTime(at(second + 0.9));
            }

            Verdict last = verdicts.get(verdicts.size() - 1);
            assertThat(last.tick()).isNull();
            assertThat(last.rules().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
            assertThat(last.missing()).contains("a");
            assertThat(last.notes()).anyMatch(note -> note.contains("envoy about a: clock 30"));
        }
    }

    @Test
    void a_reading_that_is_not_a_number_is_set_aside_and_is_no_pass() {
        watch();
        traffic(1, 3);
        for (double broken : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
            var wire = dev.redliner.contracts.sample.wire.SampleBatch.newBuilder()
                    .setPool("shop")
                    .setHost("a")
                    .setReporter("envoy")
                    .setEpoch(1)
                    .setSequence(4)
                    .setTimeMs(at(4).toEpochMilli())
                    .setIntervalMs(1000)
                    .putCounters("requested", 100)
                    .putCounters("completed", 100)
                    .putCounters("errors", broken)
                    .build();
            intake.onSample("shop", wire.toByteArray(), live(at(4.01)));
        }
        sample(Traffic.peers(4), at(4.02));
        intake.onTime(at(6));

        assertThat(count("undecodable")).isEqualTo(3);
        assertThat(verdicts).hasSize(4);
        assertThat(verdicts.get(3).tick()).isNull();
    }

    @Test
    void forgets_all_when_partitions_change() {
        watch();
        traffic(1, 3);
        intake.discard();
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
