package dev.redliner.controller;

import dev.redliner.contracts.Topics;
import dev.redliner.controller.api.ApiConfiguration;
import dev.redliner.controller.audit.AuditConfiguration;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.calendar.CalendarConfiguration;
import dev.redliner.controller.capacity.CapacityConfiguration;
import dev.redliner.controller.capacity.CapacityMeters;
import dev.redliner.controller.capacity.HeadroomMeters;
import dev.redliner.controller.declaration.DeclarationConfiguration;
import dev.redliner.controller.engine.DriverLifecycle;
import dev.redliner.controller.engine.DriverMeters;
import dev.redliner.controller.engine.RunDriver;
import dev.redliner.controller.event.Announcements;
import dev.redliner.controller.event.DeployTopic;
import dev.redliner.controller.event.EventConfiguration;
import dev.redliner.controller.inbox.KafkaInbox;
import dev.redliner.controller.journal.DatabaseTimeouts;
import dev.redliner.controller.journal.JdbcRunJournal;
import dev.redliner.controller.journal.Retention;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.lever.LeverConfiguration;
import dev.redliner.controller.lever.LeverListener;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.notification.NotificationConfiguration;
import dev.redliner.controller.notification.NotificationRetention;
import dev.redliner.controller.outbox.KafkaOutbox;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.outbox.PoolAnnouncer;
import dev.redliner.controller.restore.RestoreConfiguration;
import dev.redliner.controller.restore.SeenEnvoys;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.schedule.FiringRetention;
import dev.redliner.controller.schedule.ScheduleConfiguration;
import dev.redliner.controller.schedule.ScheduleMeters;
import dev.redliner.controller.schedule.UnsuccessfulFirings;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceConfiguration;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.KafkaTraffic;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.TrafficBook;
import dev.redliner.controller.traffic.TrafficConfiguration;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.controller.web.PageConfiguration;
import dev.redliner.kafka.TopicCreation;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The controller, either as a separate application or as a part of the standalone. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ControllerProperties.class, KafkaProperties.class})
@Import({
    AuditConfiguration.class,
    LeverConfiguration.class,
    RestoreConfiguration.class,
    ServiceConfiguration.class,
    TrafficConfiguration.class,
    CalendarConfiguration.class,
    CapacityConfiguration.class,
    ScheduleConfiguration.class,
    EventConfiguration.class,
    NotificationConfiguration.class,
    DeclarationConfiguration.class,
    ApiConfiguration.class,
    PageConfiguration.class
})
public class ControllerConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ControllerConfiguration.class);
    private static final int PARTITIONS = 8;
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(3);
    private static final Duration READ_CAPACITY = Duration.ofSeconds(15);
    private static final Duration READ_PEAKS = Duration.ofMinutes(15);
    private static final Duration READ_SCHEDULES = Duration.ofMinutes(1);
    private static final Duration DELETE_EVENTS = Duration.ofMinutes(5);
    private static final Duration DELETE_FIRINGS = Duration.ofHours(1);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Bean
    NewTopic controllerPoolsTopic() {
        return TopicBuilder.name(Topics.POOLS).partitions(PARTITIONS).compact().build();
    }

    @Bean
    NewTopic controllerWatchesTopic() {
        return TopicBuilder.name(Topics.WATCHES).partitions(PARTITIONS).build();
    }

    @Bean
    NewTopic controllerRedirectsTopic() {
        return TopicBuilder.name(Topics.REDIRECTS).partitions(PARTITIONS).build();
    }

    @Bean
    NewTopic controllerEventsTopic() {
        return TopicBuilder.name(Topics.EVENTS_OUT).partitions(PARTITIONS).build();
    }

    @Bean
    NewTopic controllerEventsInTopic() {
        return TopicBuilder.name(Topics.EVENTS_IN).partitions(PARTITIONS).build();
    }

    @Bean
    KafkaOutbox controllerOutbox(KafkaProperties kafka, MeterRegistry meters) {
        return KafkaOutbox.on(kafka.buildProducerProperties(), JSON, meters);
    }

    @Bean
    PoolAnnouncer controllerPoolAnnouncer(Outbox outbox, ObjectProvider<ServiceCatalog> catalog) {
        return new PoolAnnouncer(outbox, catalog::getObject);
    }

    /** Announces the pools at every start: Kafka may have lost earlier records, or may be a new cluster without any. */
    @Bean
    TopicCreation controllerTopics(ObjectProvider<KafkaAdmin> admin, PoolAnnouncer pools) {
        return new TopicCreation(
                "controller",
                () -> {
                    admin.ifAvailable(KafkaAdmin::initialize);
                    pools.announce();
                },
                BETWEEN_ATTEMPTS,
                failure -> log.warn(
                        "topics are not created and pools are not announced: {}; retrying every {}",
                        failure.toString(),
                        BETWEEN_ATTEMPTS));
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> controllerIsReady(@Qualifier("controllerTopics") TopicCreation topics) {
        return ready -> topics.start();
    }

    @Bean
    static DatabaseTimeouts controllerDatabaseTimeouts() {
        return new DatabaseTimeouts();
    }

    @Bean
    RunJournal controllerJournal(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new JdbcRunJournal(jdbc, new TransactionTemplate(transactions), JSON);
    }

    @Bean
    RunDriver controllerRunDriver(
            ControllerProperties properties,
            DataSourceProperties database,
            ServiceCatalog catalog,
            RunJournal journal,
            TrafficHistory traffic,
            Outbox outbox,
            AuditLog audit,
            SafetyLever lever,
            MeterRegistry meters) {
        // H2 locks its file, so the process that has the file open is the only controller
        boolean alone = database.determineUrl().startsWith("jdbc:h2:");
        return new RunDriver(
                properties.driver(alone),
                catalog,
                journal,
                pool -> traffic.seconds(pool, InstantSource.system().instant()).unbroken(),
                outbox,
                lever::engaged,
                audit,
                InstantSource.system(),
                new DriverMeters(meters));
    }

    @Bean
    Upkeep controllerUpkeep(
            RunJournal journal,
            ServiceCatalog catalog,
            ReadServices reader,
            PeakTraffic peaks,
            FiringRetention firings,
            UnsuccessfulFirings unsuccessful,
            NotificationRetention notifications,
            JdbcClient jdbc,
            ControllerProperties properties,
            MeterRegistry meters) {
        var retention = new Retention(journal, properties.keepEvents(), InstantSource.system(), meters);
        var capacity = new CapacityMeters(
                journal, () -> catalog.list().stream().map(StoredService::name).collect(Collectors.toSet()), meters);
        var headroom = new HeadroomMeters(
                catalog::list,
                reader,
                capacity::safeRate,
                service -> peaks.of(service, InstantSource.system().instant()),
                meters);
        var schedules = new ScheduleMeters(jdbc, unsuccessful, meters, InstantSource.system());
        return new Upkeep(List.of(
                new Upkeep.Task("reading the measured capacities", READ_CAPACITY, capacity::refresh),
                new Upkeep.Task("reading the headroom", READ_CAPACITY, headroom::refresh),
                new Upkeep.Task("reading the outcomes of the schedules", READ_SCHEDULES, schedules::refresh),
                new Upkeep.Task(
                        "reading the peaks of the traffic",
                        READ_PEAKS,
                        () -> peaks.refresh(InstantSource.system().instant())),
                new Upkeep.Task("deleting old journals", DELETE_EVENTS, retention::apply),
                new Upkeep.Task("deleting old firings", DELETE_FIRINGS, firings::apply),
                new Upkeep.Task("deleting old notifications", DELETE_FIRINGS, notifications::apply)));
    }

    @Bean
    DriverLifecycle controllerDriverLifecycle(RunDriver driver) {
        return new DriverLifecycle(driver);
    }

    @Bean
    LeverListener controllerStopsRuns(RunDriver driver) {
        return new StopsRuns(driver);
    }

    /** Appears in the health endpoint as {@code controller}. */
    @Bean
    ControllerHealth controllerHealthIndicator(RunDriver driver, KafkaInbox inbox, MeterRegistry meters) {
        return new ControllerHealth(driver, inbox::reads, meters);
    }

    @Bean
    KafkaTraffic controllerTraffic(KafkaProperties kafka, TrafficBook book, MeterRegistry meters) {
        return KafkaTraffic.on(kafka.buildConsumerProperties(), book, InstantSource.system(), meters);
    }

    @Bean
    DeployTopic controllerDeployTopic(KafkaProperties kafka, Announcements announcements, MeterRegistry meters) {
        return DeployTopic.on(kafka.buildConsumerProperties(), announcements, InstantSource.system(), meters);
    }

    @Bean
    KafkaInbox controllerInbox(KafkaProperties kafka, RunDriver driver, SeenEnvoys envoys, MeterRegistry meters) {
        return KafkaInbox.on(
                kafka.buildConsumerProperties(),
                JSON,
                (pool, event) -> {
                    driver.handle(pool, event);
                    if (event instanceof RunEvent.ReportArrived arrived) {
                        envoys.handle(arrived.report());
                    }
                },
                meters);
    }
}
