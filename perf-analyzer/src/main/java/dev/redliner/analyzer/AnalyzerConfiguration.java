package dev.redliner.analyzer;

import dev.redliner.analyzer.intake.SampleReaders;
import dev.redliner.analyzer.report.VerdictSender;
import dev.redliner.contracts.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** All beans of the analyzer, for its own process and for the standalone. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AnalyzerProperties.class, KafkaProperties.class})
public class AnalyzerConfiguration {
    private static final int PARTITIONS = 8;

    @Bean
    NewTopic analyzerVerdictsTopic() {
        return new NewTopic(Topics.VERDICTS, Optional.of(PARTITIONS), Optional.empty());
    }

    @Bean
    VerdictSender analyzerVerdictSender(KafkaProperties kafka, MeterRegistry registry) {
        return VerdictSender.of(kafka.buildProducerProperties(), new JsonMapper(), registry);
    }

    @Bean
    SampleReaders analyzerSampleReaders(
            KafkaProperties kafka, AnalyzerProperties properties, VerdictSender verdicts, MeterRegistry registry) {
        return new SampleReaders(
                kafka.buildConsumerProperties(),
                properties.intake(),
                new JsonMapper(),
                verdicts,
                InstantSource.system(),
                registry);
    }

    @Bean
    HealthIndicator analyzerHealthIndicator(SampleReaders readers) {
        return () -> (readers.isReading() ? Health.up() : Health.down())
                .withDetail("reading", readers.isReading())
                .build();
    }
}
