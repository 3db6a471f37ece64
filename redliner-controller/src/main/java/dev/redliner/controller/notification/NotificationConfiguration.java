package dev.redliner.controller.notification;

import dev.redliner.api.RunReport;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.settings.OutgoingSettings;
import dev.redliner.http.GuardedHttp;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mail.MailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.core.JacksonException;

/** The notifications. They require the audit trail and the journal of the runs. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NotificationSettings.class, OutgoingSettings.class, KafkaProperties.class})
public class NotificationConfiguration {
    private static final Logger log = LoggerFactory.getLogger(NotificationConfiguration.class);
    /** Answers are not used beyond their status. */
    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    /** The destinations of the settings, and the topic. A list as a bean would be filled by Spring. */
    record Destinations(List<Destination> all) {}

    @Bean
    GuardedHttp notificationHttp(OutgoingSettings outgoing) {
        return new GuardedHttp(outgoing.ranges(), OutgoingSettings.ALLOW, "redliner-controller", MAX_ANSWER_BYTES);
    }

    @Bean
    TopicChannel notificationTopic(NotificationSettings settings, KafkaProperties kafka) {
        return new TopicChannel(kafka.buildProducerProperties(), new EventDocument(settings.link()));
    }

    @Bean
    Destinations notificationDestinations(
            NotificationSettings settings, GuardedHttp http, TopicChannel topic, ObjectProvider<MailSender> mail) {
        List<Destination> all = new ArrayList<>();
        settings.destinations().forEach((name, it) -> {
            DestinationSettings.Kind kind = Objects.requireNonNull(it.kind());
            Channel channel = channel(name, it, kind, settings, http, mail);
            all.add(Destination.of(name, it, kind.name().toLowerCase(Locale.ROOT), channel));
        });
        if (settings.topic()) {
            all.add(Destination.ofAll(NotificationSettings.TOPIC, "topic", topic));
        }
        return new Destinations(List.copyOf(all));
    }

    private static Channel channel(
            String name,
            DestinationSettings it,
            DestinationSettings.Kind kind,
            NotificationSettings settings,
            GuardedHttp http,
            ObjectProvider<MailSender> mail) {
        var document = new EventDocument(settings.link());
        return switch (kind) {
            case WEBHOOK -> new WebhookChannel(post(it, settings, http), it.secret(), document, InstantSource.system());
            case SLACK -> new SlackChannel(post(it, settings, http), document);
            case PAGERDUTY -> new PagerDutyChannel(post(it, settings, http), it.secret(), document);
            case EMAIL ->
                new EmailChannel(
                        Optional.ofNullable(mail.getIfAvailable())
                                .map(sender -> limited(sender, settings.timeout()))
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "redliner.controller.notifications.destinations." + name
                                                + " is an e-mail address, but no mail server is set. Set"
                                                + " spring.mail.host.")),
                        it.from(),
                        it.to(),
                        document);
        };
    }

    /** Without these, a mail server that does not answer would be waited for without end. */
    private static MailSender limited(MailSender mail, Duration timeout) {
        if (mail instanceof JavaMailSenderImpl sender) {
            for (String limit : List.of("connectiontimeout", "timeout", "writetimeout")) {
                sender.getJavaMailProperties().putIfAbsent("mail.smtp." + limit, Long.toString(timeout.toMillis()));
                sender.getJavaMailProperties().putIfAbsent("mail.smtps." + limit, Long.toString(timeout.toMillis()));
            }
        }
        return mail;
    }

    private static HttpPost post(DestinationSettings it, NotificationSettings settings, GuardedHttp http) {
        return new HttpPost(http, settings.timeout(), URI.create(it.url()));
    }

    @Bean
    DestinationTable notificationTable(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new DestinationTable(jdbc, new TransactionTemplate(transactions));
    }

    @Bean
    LifecycleEvents notificationEvents(RunJournal journal) {
        return new LifecycleEvents(run -> report(journal, run));
    }

    private static Optional<RunReport> report(RunJournal journal, String run) {
        try {
            return journal.find(run);
        } catch (JacksonException e) {
            log.warn("run={} its report cannot be read by this version; the event has none", run);
            return Optional.empty();
        }
    }

    @Bean
    Notifications notifications(
            Destinations destinations,
            DestinationTable table,
            AuditTrail trail,
            LifecycleEvents events,
            AuditLog audit) {
        return new Notifications(destinations.all(), table, trail, events, audit, InstantSource.system());
    }

    @Bean
    NotificationThreads notificationThreads(
            Destinations destinations,
            DestinationTable table,
            AuditTrail trail,
            LifecycleEvents events,
            NotificationSettings settings,
            MeterRegistry meters) {
        var deliveries = new Deliveries(
                table, trail, events, settings, "controller-" + UUID.randomUUID(), InstantSource.system());
        return new NotificationThreads(destinations.all(), deliveries, InstantSource.system(), meters);
    }

    @Bean
    NotificationRetention notificationRetention(DestinationTable table, NotificationSettings settings) {
        return new NotificationRetention(table, settings.keepFailures(), InstantSource.system());
    }
}
