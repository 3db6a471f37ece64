package dev.redliner.redirector.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class KafkaReportsTest {
    @Test
    void a_report_is_keyed_by_its_pool_and_reads_back_as_it_was() {
        var producer = new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
        var reports = new KafkaReports(producer, InstantSource.system(), new OrderMetrics(new SimpleMeterRegistry()));
        var report = new RedirectReport(
                "checkout",
                "replica-1",
                Instant.parse("2026-11-01T12:00:00.123456789Z"),
                RedirectReport.Lease.LIVE,
                "run-7",
                7,
                3,
                Share.ofFraction(0.2),
                null,
                List.of(
                        new EnvoyState("envoy-1", EnvoyState.State.APPLIED, Share.ofFraction(0.2), null),
                        new EnvoyState(
                                "envoy-2",
                                EnvoyState.State.REJECTED,
                                Share.ofFraction(0.3),
                                "{Listener=cannot bind}",
                                true,
                                EnvoyState.State.BASELINE)));
        reports.send(report);
        reports.close();
        var sent = producer.history().get(0);
        assertThat(sent.topic()).isEqualTo(Topics.ACKS);
        assertThat(sent.key()).isEqualTo("checkout");
        assertThat(JsonMapper.builder().build().readValue(sent.value(), RedirectReport.class))
                .isEqualTo(report);
    }
}
