package dev.redliner.redirector;

import dev.redliner.contracts.Topics;
import dev.redliner.kafka.TopicCreation;
import dev.redliner.redirector.bootstrap.BootstrapController;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.order.Heartbeat;
import dev.redliner.redirector.order.KafkaOrders;
import dev.redliner.redirector.order.KafkaReports;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.order.OrderMetrics;
import dev.redliner.redirector.settings.RedirectorProperties;
import dev.redliner.redirector.xds.AdsService;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.RuntimeService;
import dev.redliner.redirector.xds.XdsEndpoint;
import dev.redliner.redirector.xds.XdsMetrics;
import dev.redliner.redirector.xds.XdsServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * Wires the parts of the redirector. Runs alone under {@link RedirectorApplication}, or together with the other parts.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RedirectorProperties.class)
@Import(BootstrapController.class)
public class RedirectorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(RedirectorConfiguration.class);
    private static final int PARTITIONS = 8;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(3);

    @Bean
    MomentSource redirectorMoments() {
        return new MachineClocks();
    }

    @Bean
    RuntimeHub redirectorHub(RedirectorProperties properties, MomentSource moments, MeterRegistry registry) {
        return new RuntimeHub(properties.ttl(), moments, new XdsMetrics(registry));
    }

    @Bean
    ConfigCache redirectorConfigs() {
        return new ConfigCache();
    }

    @Bean
    XdsServer redirectorXdsServer(RedirectorProperties properties, RuntimeHub hub, ConfigCache configs) {
        Duration ttl = properties.ttl();
        return XdsServer.start(
                properties.xds(),
                properties.tls(),
                hub,
                List.of(new AdsService(hub, configs, ttl), new RuntimeService(hub, configs, ttl)));
    }

    @Bean
    XdsEndpoint redirectorXdsEndpoint(XdsServer server) {
        return server.endpoint();
    }

    @Bean
    OrderMetrics redirectorOrderMetrics(MeterRegistry registry) {
        return new OrderMetrics(registry);
    }

    @Bean
    KafkaReports redirectorReports(KafkaProperties kafka, OrderMetrics metrics) {
        return new KafkaReports(kafka.buildProducerProperties(), InstantSource.system(), metrics);
    }

    @Bean
    OrderHandler redirectorDesk(
            RedirectorProperties properties,
            XdsEndpoint endpoint,
            MomentSource moments,
            RuntimeHub hub,
            ConfigCache configs,
            KafkaReports reports,
            OrderMetrics metrics) {
        var handler = new OrderHandler(
                replica(properties, endpoint), properties.maxValidity(), moments, hub, configs, reports, metrics);
        hub.addListener(handler);
        return handler;
    }

    private static String replica(RedirectorProperties properties, XdsEndpoint endpoint) {
        if (!properties.id().isBlank()) {
            return properties.id();
        }
        try {
            return InetAddress.getLocalHost().getHostName() + ":" + endpoint.port();
        } catch (UnknownHostException e) {
            return "redirector:" + endpoint.port();
        }
    }

    @Bean
    Heartbeat redirectorHeartbeat(
            RedirectorProperties properties, MomentSource moments, OrderHandler handler, RuntimeHub hub) {
        return new Heartbeat(properties.ttl(), moments, handler, hub);
    }

    @Bean
    KafkaOrders redirectorOrders(
            RedirectorProperties properties, KafkaProperties kafka, OrderHandler handler, OrderMetrics metrics) {
        return new KafkaOrders(
                kafka.buildConsumerProperties(), handler, properties.readBack(), InstantSource.system(), metrics);
    }

    @Bean
    RedirectorLifecycle redirectorLifecycle(
            MomentSource moments,
            KafkaOrders orders,
            OrderHandler handler,
            Heartbeat heartbeat,
            RuntimeHub hub,
            XdsServer server) {
        return new RedirectorLifecycle(moments, orders, handler, heartbeat, hub, server);
    }

    @Bean
    HealthIndicator redirectorHealthIndicator(
            RedirectorProperties properties, XdsServer server, RuntimeHub hub, KafkaOrders orders) {
        return new RedirectorHealth(properties, server, hub, orders);
    }

    @Bean
    NewTopic redirectorAcksTopic() {
        return TopicBuilder.name(Topics.ACKS).partitions(PARTITIONS).build();
    }

    @Bean
    TopicCreation redirectorTopics(ObjectProvider<KafkaAdmin> admin) {
        return new TopicCreation(
                "redirector",
                () -> admin.ifAvailable(KafkaAdmin::initialize),
                BETWEEN_ATTEMPTS,
                failure -> log.warn(
                        "topics cannot be created: {}; retrying every {}", failure.toString(), BETWEEN_ATTEMPTS));
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> redirectorIsReady(@Qualifier("redirectorTopics") TopicCreation topics) {
        return ready -> topics.start();
    }
}
