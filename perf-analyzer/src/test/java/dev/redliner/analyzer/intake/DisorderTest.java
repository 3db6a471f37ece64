package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.sample.SampleCodec;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.FailFor;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DisorderTest {
    private static final long SEED = 20_261_120;

    /**
     * Number of first verdicts that are skipped, because the windows do not yet hold enough host reports; ticks do not
     * wait for them.
     */
    private static final int EARLY = 5;

    private record Delivery(byte[] value, Instant arrives) {
        static Delivery of(SampleBatch batch, long lateMillis) {
            return new Delivery(SampleCodec.encode(batch), batch.time().plusMillis(lateMillis));
        }
    }

    /**
     * Ticks do not wait for hosts' gauges, because an overloaded host is the last one to report: a reordered gauge
     * enters a later tick's mean. Here each host's gauge is therefore constant, and is compared once the windows hold
     * enough of its readings. All other parts are compared, except the moment at which a verdict is made.
     */
    @Test
    void duplicated_and_reordered_batches_give_the_same_verdicts_as_the_clean_stream() {
        System.out.println("seed " + SEED);
        for (int round = 0; round < 20; round++) {
            var random = new Random(SEED + round);
            List<SampleBatch> batches = traffic(random);
            List<Verdict> clean = verdicts(
                    batches.stream().map(batch -> Delivery.of(batch, 10)).toList());

            List<Verdict> disordered = verdicts(disorder(batches, random));

            assertThat(clean).hasSize(60);
            assertThat(clean.stream()
                            .flatMap(verdict -> verdict.rules().stream())
                            .map(rule -> rule.outcome()))
                    .contains(Outcome.PASS, Outcome.FAIL);
            assertThat(clean.stream().flatMap(verdict -> verdict.foreign().stream()))
                    .isNotEmpty();
            assertThat(comparable(disordered)).isEqualTo(comparable(clean));
        }
    }

    private static List<Verdict> comparable(List<Verdict> verdicts) {
        return IntStream.range(0, verdicts.size())
                .mapToObj(i -> comparable(verdicts.get(i), i < EARLY))
                .toList();
    }

    private static Verdict comparable(Verdict verdict, boolean early) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                verdict.at(),
                verdict.at(),
                early
                        ? verdict.rules().stream()
                                .filter(rule -> !rule.rule().equals("cpu"))
                                .toList()
                        : verdict.rules(),
                verdict.tick(),
                early
                        ? verdict.metrics().entrySet().stream()
                                .filter(metric -> !metric.getKey().contains("host."))
                                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))
                        : verdict.metrics(),
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                verdict.foreign());
    }

    private static List<SampleBatch> traffic(Random random) {
        var batches = new ArrayList<SampleBatch>();
        for (int second = 1; second <= 60; second++) {
            Duration latency = Duration.ofMillis(random.nextInt(8) == 0 ? 250 : 20 + random.nextInt(100));
            batches.add(held(
                    Traffic.counts("a", second, 50 + random.nextInt(100), random.nextInt(3), latency),
                    random.nextInt(5)));
            batches.add(Traffic.counts(
                    SampleBatch.PEERS, second, 200 + random.nextInt(300), random.nextInt(4), Duration.ofMillis(40)));
            batches.add(Traffic.host("a", second, Map.of("host.cpu", 0.25, "process.start", 1e9)));
            batches.add(Traffic.host("b", second, Map.of("host.cpu", 0.5)));
        }
        return batches;
    }

    /** In some batches another owner holds a tenth, a fifth and so on of the traffic. */
    private static SampleBatch held(SampleBatch batch, int tenths) {
        return new SampleBatch(
                batch.pool(),
                batch.host(),
                batch.reporter(),
                batch.epoch(),
                batch.sequence(),
                batch.time(),
                batch.interval(),
                tenths == 0 ? Map.of() : Map.of(MetricNames.FOREIGN_SHARE, tenths / 10.0),
                batch.counters(),
                batch.latencies(),
                batch.gaps());
    }

    /**
     * Each batch is delayed by less than the grace, a third of the batches arrive two or three times, and records that
     * are no batches arrive between them.
     */
    private static List<Delivery> disorder(List<SampleBatch> batches, Random random) {
        var deliveries = new ArrayList<Delivery>();
        for (SampleBatch batch : batches) {
            // for the first batch of a stream, no sequence shows that there is no earlier batch
            boolean first = batch.sequence() == 1;
            int holdUp = first ? 10 : 10 + random.nextInt(1_300);
            deliveries.add(Delivery.of(batch, holdUp));
            for (int again = random.nextInt(6) - 3; again > 0; again--) {
                deliveries.add(Delivery.of(batch, holdUp + 1 + random.nextInt(4_000)));
            }
            if (random.nextInt(4) == 0) {
                byte[] garbage = new byte[1 + random.nextInt(200)];
                random.nextBytes(garbage);
                deliveries.add(new Delivery(garbage, batch.time().plusMillis(random.nextInt(4_000))));
            }
        }
        deliveries.sort(Comparator.comparing(Delivery::arrives));
        return deliveries;
    }

    private static List<Verdict> verdicts(List<Delivery> deliveries) {
        var verdicts = new ArrayList<Verdict>();
        var json = new JsonMapper();
        var intake = new Intake(
                JudgeSettings.DEFAULT,
                new ClockCheck(Duration.ofSeconds(10)),
                new IntakeMeters(new SimpleMeterRegistry()),
                json,
                verdicts::add);
        var watch = Traffic.watch(
                0,
                Traffic.rule("p99", "latency.p99 <= duration('200ms')", 200, new FailFor(2, 3)),
                Traffic.rule("errors", "error_rate <= percent(1.2) && pool.error_rate < 0.1"),
                Traffic.rule("peers", "ratio(latency.p50, peers.latency.p50) <= 2.0"),
                Traffic.rule("cpu", "host.cpu < 0.9 && peers.host.cpu < 0.9"));
        intake.onWatch("shop", json.writeValueAsBytes(watch), at(0));
        for (Delivery delivery : deliveries) {
            intake.onTime(delivery.arrives());
            var stamp = new Stamp(delivery.arrives(), delivery.arrives(), true, true);
            intake.onSample("shop", delivery.value(), stamp);
        }
        return verdicts.stream()
                .filter(verdict -> !verdict.at().isAfter(at(60)))
                .toList();
    }
}
