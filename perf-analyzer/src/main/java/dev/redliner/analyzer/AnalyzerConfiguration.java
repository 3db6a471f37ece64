package dev.redliner.analyzer;

import dev.redliner.analyzer.intake.SampleReaders;
import dev.redliner.analyzer.report.TrafficSender;
import dev.redliner.analyzer.report.VerdictSender;
import dev.redliner.contracts.Topics;
import dev.redliner.kafka.TopicCreation;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaAdmin;
import tools.jackson.databind.json.JsonMapper;

/** All beans of the analyzer, for a separate process and for the standalone. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AnalyzerProperties.class, KafkaProperties.class})
public class AnalyzerConfiguration {
    private static final Logger log = LoggerFactory.getLogger(AnalyzerConfiguration.class);
    private static final int PARTITIONS = 8;

    /** Controllers read this much of the traffic again when they start. */
    private static final Duration TRAFFIC_KEPT = Duration.ofHours(3);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(3);

    @Bean
    NewTopic analyzerVerdictsTopic() {
        return new NewTopic(Topics.VERDICTS, Optional.of(PARTITIONS), Optional.empty());
    }

    @Bean
    NewTopic analyzerTrafficTopic() {
        String kept = Long.toString(TRAFFIC_KEPT.toMillis());
        return new NewTopic(Topics.TRAFFIC, Optional.of(PARTITIONS), Optional.empty())
                .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, kept, TopicConfig.SEGMENT_MS_CONFIG, kept));
    }

    @Bean
    TopicCreation analyzerTopics(ObjectProvider<KafkaAdmin> admin) {
        return new TopicCreation(
                "analyzer",
                () -> admin.ifAvailable(KafkaAdmin::initialize),
                BETWEEN_ATTEMPTS,
                failure -> log.warn(
                        "topics cannot be created: {}; retrying every {}", failure.toString(), BETWEEN_ATTEMPTS));
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> analyzerIsReady(@Qualifier("analyzerTopics") TopicCreation topics) {
        return ready -> topics.start();
    }

    @Bean
    VerdictSender analyzerVerdictSender(KafkaProperties kafka, MeterRegistry registry) {
        return VerdictSender.of(kafka.buildProducerProperties(), new JsonMapper(), registry);
    }

    @Bean
    TrafficSender analyzerTrafficSender(KafkaProperties kafka, MeterRegistry registry) {
        return TrafficSender.of(kafka.buildProducerProperties(), registry);
    }

    @Bean
    SampleReaders analyzerSampleReaders(
            KafkaProperties kafka,
            AnalyzerProperties properties,
            VerdictSender verdicts,
            TrafficSender traffic,
            MeterRegistry registry) {
        return new SampleReaders(
                kafka.buildConsumerProperties(),
                properties.intake(),
                new JsonMapper(),
                verdicts,
                traffic,
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
