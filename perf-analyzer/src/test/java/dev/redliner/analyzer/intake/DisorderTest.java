package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.Traffic;
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
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class DisorderTest {
    private static final long SEED = 20_261_120;

    /** The last of the rules. */
    private static final int GAUGE_RULE = 3;

    private record Delivery(SampleBatch batch, Instant arrives) {}

    /**
     * Hosts' gauges are not waited for, since a host that is overloaded is the last to report: a reordered one enters a
     * later tick's mean. So here each host's is constant, and is compared once the windows have enough of it.
     */
    @Test
    void duplicated_and_reordered_batches_give_the_same_verdicts_as_the_clean_stream() {
        System.out.println("seed " + SEED);
        for (int round = 0; round < 20; round++) {
            var random = new Random(SEED + round);
            List<SampleBatch> batches = traffic(random);
            List<Verdict> clean = verdicts(batches.stream()
                    .map(batch -> new Delivery(batch, batch.time().plusMillis(10)))
                    .toList());

            List<Verdict> disordered = verdicts(disorder(batches, random));

            assertThat(clean).hasSize(60);
            assertThat(clean.stream()
                            .flatMap(verdict -> verdict.rules().stream())
                            .map(rule -> rule.outcome()))
                    .contains(Outcome.PASS, Outcome.FAIL);
            assertThat(disordered).hasSameSizeAs(clean);
            for (int i = 0; i < clean.size(); i++) {
                assertThat(disordered.get(i).at()).isEqualTo(clean.get(i).at());
                assertThat(disordered.get(i).tick()).isEqualTo(clean.get(i).tick());
                int rules = i < 5 ? GAUGE_RULE : GAUGE_RULE + 1;
                assertThat(disordered.get(i).rules().subList(0, rules))
                        .isEqualTo(clean.get(i).rules().subList(0, rules));
            }
        }
    }

    private static List<SampleBatch> traffic(Random random) {
        var batches = new ArrayList<SampleBatch>();
        for (int second = 1; second <= 60; second++) {
            Duration latency = Duration.ofMillis(random.nextInt(8) == 0 ? 250 : 20 + random.nextInt(100));
            batches.add(Traffic.counts("a", second, 50 + random.nextInt(100), random.nextInt(3), latency));
            batches.add(Traffic.counts(
                    SampleBatch.PEERS, second, 200 + random.nextInt(300), random.nextInt(4), Duration.ofMillis(40)));
            batches.add(Traffic.host("a", second, Map.of("host.cpu", 0.25)));
            batches.add(Traffic.host("b", second, Map.of("host.cpu", 0.5)));
        }
        return batches;
    }

    /** Each batch is held up by less than the grace, and a third of them come twice or thrice. */
    private static List<Delivery> disorder(List<SampleBatch> batches, Random random) {
        var deliveries = new ArrayList<Delivery>();
        for (SampleBatch batch : batches) {
            // nothing can tell of the first batch of a stream that none came before it
            boolean first = batch.sequence() == 1;
            int holdUp = first ? 10 : 10 + random.nextInt(1_300);
            deliveries.add(new Delivery(batch, batch.time().plusMillis(holdUp)));
            for (int again = random.nextInt(6) - 3; again > 0; again--) {
                deliveries.add(new Delivery(batch, batch.time().plusMillis(holdUp + 1 + random.nextInt(4_000))));
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
            intake.onSample("shop", SampleCodec.encode(delivery.batch()), stamp);
        }
        return verdicts.stream()
                .filter(verdict -> !verdict.at().isAfter(at(60)))
                .toList();
    }
}
