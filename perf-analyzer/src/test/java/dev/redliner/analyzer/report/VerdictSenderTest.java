package dev.redliner.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class VerdictSenderTest {
    private final JsonMapper json = new JsonMapper();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void a_verdict_arrives_as_it_was() {
        var producer = new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        try (var sender = new VerdictSender(producer, json, registry)) {
            sender.accept(verdict());

            var sent = producer.history().get(0);
            assertThat(sent.topic()).isEqualTo(Topics.VERDICTS);
            assertThat(sent.key()).isEqualTo("shop");
            assertThat(json.readValue(sent.value(), Verdict.class)).isEqualTo(verdict());
            assertThat(registry.get("redliner.analyzer.verdicts").counter().count())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_verdict_that_cannot_be_sent_is_counted_and_does_no_harm() {
        var producer = new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        producer.sendException = new TimeoutException("no topic");
        try (var sender = new VerdictSender(producer, json, registry)) {
            sender.accept(verdict());

            assertThat(registry.get("redliner.analyzer.verdicts.unsent")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_verdict_of_an_older_sender_is_read_without_what_it_does_not_know() {
        ObjectNode old = (ObjectNode) json.valueToTree(verdict());
        old.remove("identity");
        old.remove("foreign");
        ((ObjectNode) old.get("tick")).remove("connectFailures");

        Verdict read = json.treeToValue(old, Verdict.class);

        assertThat(read.identity()).isEmpty();
        assertThat(read.foreign()).isEmpty();
        assertThat(Objects.requireNonNull(read.tick()).connectFailures()).isZero();
        assertThat(read.rules()).isEqualTo(verdict().rules());
    }

    private static Verdict verdict() {
        Instant at = Instant.parse("2026-11-20T10:00:00.2Z");
        var latency = LatencyHistogram.of(new TreeMap<>(Map.of(300, 5L)), 0.1);
        var tick = new Tick(
                at.minusMillis(200),
                at,
                5,
                5,
                1,
                latency,
                20,
                0,
                15,
                LatencyHistogram.EMPTY,
                null,
                0.3,
                Map.of("x", 1.0),
                3.0,
                true,
                Map.of("a", new HostCounts(5, 5, 1, latency, 3, 0.5, new Overdue(2, 1, 3))),
                new Overdue(2, 1, 3),
                Overdue.NONE,
                List.of("e1", "e2"),
                new Late(new HostCounts(3, 2, 1, latency, 0, null, Overdue.NONE), 0.5));
        var criterion = new Criterion(
                Criterion.Kind.FRACTION, "latency.p99", "latency.p99 <= 1", null, 0.2, 0.01, 1, 5, "a", 0.3);
        return new Verdict(
                "42",
                "shop",
                at,
                at.plusMillis(5),
                List.of(new RuleVerdict("p99", Outcome.UNKNOWN, false, OnFail.STOP, List.of(criterion), "no data")),
                tick,
                Map.of("latency.p99", 0.3),
                List.of("b"),
                List.of("note"),
                Map.of("a/process.start", 1_800_000_000.5),
                List.of("Envoy e1: 30%"));
    }
}
