package dev.redliner.collector;

import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.otlp.OtlpInbox;
import dev.redliner.collector.sampling.Assignment;
import dev.redliner.collector.sampling.ReporterPlan;
import dev.redliner.collector.sampling.SamplingScheduler;
import dev.redliner.collector.sampling.Sources;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.ship.KafkaShipper;
import dev.redliner.collector.ship.ShipperSettings;
import dev.redliner.collector.traffic.TrafficRounds;
import dev.redliner.collector.watch.Inbox;
import dev.redliner.collector.watch.InboxSettings;
import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.http.AddressRange;
import dev.redliner.kafka.TopicCreation;
import dev.redliner.kafka.TopicReader;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;

/** The collector, either as a separate application or as a part of the standalone. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CollectorProperties.class, KafkaProperties.class})
public class CollectorConfiguration {
    private static final Logger log = LoggerFactory.getLogger(CollectorConfiguration.class);
    private static final int PARTITIONS = 8;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(3);

    @Bean
    NewTopic collectorSamplesTopic() {
        return TopicBuilder.name(Topics.SAMPLES).partitions(PARTITIONS).build();
    }

    /** As many partitions as samples have, because the analyzer of a pool's samples also condenses its minutes. */
    @Bean
    NewTopic collectorCountsTopic() {
        return TopicBuilder.name(Topics.COUNTS).partitions(PARTITIONS).build();
    }

    @Bean
    TopicCreation collectorTopics(ObjectProvider<KafkaAdmin> admin) {
        return new TopicCreation(
                "collector",
                () -> admin.ifAvailable(KafkaAdmin::initialize),
                BETWEEN_ATTEMPTS,
                failure -> log.warn(
                        "topics cannot be created: {}; retrying every {}", failure.toString(), BETWEEN_ATTEMPTS));
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> collectorIsReady(@Qualifier("collectorTopics") TopicCreation topics) {
        return ready -> topics.start();
    }

    @Bean
    Targets collectorTargets(CollectorProperties properties, MeterRegistry meters) {
        return new Targets(
                properties.allow().stream().map(AddressRange::parse).toList(),
                Math.toIntExact(properties.maxBody().toBytes()),
                SystemDefaultDnsResolver.INSTANCE,
                meters);
    }

    @Bean
    OtlpInbox collectorOtlp(CollectorProperties properties) {
        return new OtlpInbox(properties.otlp().service(), properties.maxSeries(), InstantSource.system());
    }

    @Bean
    KafkaShipper collectorShipper(KafkaProperties kafka, MeterRegistry meters) {
        var producer = new KafkaProducer<String, byte[]>(ShipperSettings.of(kafka.buildProducerProperties()));
        return new KafkaShipper(producer, InstantSource.system(), meters);
    }

    @Bean
    SamplingScheduler collectorRounds(
            CollectorProperties properties,
            Targets targets,
            OtlpInbox otlp,
            KafkaShipper shipper,
            MeterRegistry meters) {
        var limits = new ScrapeLimits(
                properties.include(), properties.maxFamilies(), properties.maxSeries(), properties.nativeHistograms());
        return new SamplingScheduler(
                plan(properties),
                new Sources(targets, limits, properties.nodeSettings(), otlp),
                shipper,
                properties.idleInterval(),
                InstantSource.system(),
                meters);
    }

    @Bean
    TrafficRounds collectorTraffic(
            CollectorProperties properties, Targets targets, KafkaShipper shipper, MeterRegistry meters) {
        return new TrafficRounds(
                name(properties), assignedEnvoys(properties), targets, shipper::ship, InstantSource.system(), meters);
    }

    @Bean
    Inbox collectorInbox(
            KafkaProperties kafka,
            CollectorProperties properties,
            SamplingScheduler rounds,
            TrafficRounds traffic,
            MeterRegistry meters) {
        return new Inbox(
                () -> TopicReader.consumer(InboxSettings.of(kafka.buildConsumerProperties())),
                properties.followPools() || !properties.node().isBlank(),
                listener(rounds, traffic, properties.followPools()),
                meters);
    }

    @Bean
    CollectorLifecycle collectorLifecycle(SamplingScheduler rounds, TrafficRounds traffic, Inbox inbox) {
        return new CollectorLifecycle(rounds, traffic, inbox);
    }

    /** Appears in the health endpoint as {@code collector}. */
    @Bean
    CollectorHealth collectorHealthIndicator(KafkaShipper shipper, SamplingScheduler rounds, TrafficRounds traffic) {
        return new CollectorHealth(shipper, rounds, traffic, InstantSource.system());
    }

    /** A collector that does not follow the pools needs them for the dependencies that run on its node. */
    private static Inbox.Listener listener(SamplingScheduler rounds, TrafficRounds traffic, boolean followPools) {
        return new Inbox.Listener() {
            @Override
            public void onWatch(Watch watch) {
                rounds.onWatch(watch);
            }

            @Override
            public void onPools(Map<String, Pool> pools) {
                rounds.onPools(pools);
                if (followPools) {
                    traffic.onPools(pools);
                }
            }
        };
    }

    /** The pool of a configured Envoy has one host as its SUT, which determines the names of the clusters. */
    private static Map<EnvoyAddress, Map<String, Set<String>>> assignedEnvoys(CollectorProperties properties) {
        var clusters = new HashMap<EnvoyAddress, Map<String, Set<String>>>();
        properties.reporters().forEach(each -> each.envoys()
                .forEach(admin -> clusters.computeIfAbsent(EnvoyAddress.admin(admin), unused -> new HashMap<>())
                        .put(each.pool(), Set.of(each.pool() + "-sut", each.pool() + "-rest"))));
        return clusters;
    }

    private static String name(CollectorProperties properties) {
        String name = properties.name().isBlank() ? properties.node() : properties.name();
        return name.isBlank() ? "collector@" + machine() : name;
    }

    private static ReporterPlan plan(CollectorProperties properties) {
        return new ReporterPlan(
                name(properties),
                properties.node(),
                properties.pool(),
                properties.followPools(),
                properties.reporters().stream()
                        .map(each ->
                                new Assignment(each.pool(), each.host(), each.node(), each.scrape(), each.envoys()))
                        .toList(),
                properties.otlp().enabled());
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // a machine that cannot resolve its own name also needs a name
            return "localhost";
        }
    }
}
