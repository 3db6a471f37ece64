package dev.redliner.controller.restore;

import dev.redliner.api.RunReport;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.engine.RunDriver;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.service.ServiceCatalog;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Restores all pools, and raises alarms about restores. Requires the driver, an {@link Outbox} and the catalog. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RestoreSettings.class)
public class RestoreConfiguration {
    private static final Duration LOOK = Duration.ofMillis(250);

    @Bean
    SeenEnvoys restoreSeenEnvoys() {
        return new SeenEnvoys(InstantSource.system());
    }

    @Bean
    Restorer restoreAll(
            RunDriver driver,
            ServiceCatalog catalog,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            Outbox outbox,
            SeenEnvoys envoys,
            AuditLog audit) {
        var tokens = new FencingTokens(jdbc, new TransactionTemplate(transactions));
        return new RestoreAll(
                driver::abortAll,
                new RestoreOrders(catalog, tokens, envoys),
                outbox,
                envoys,
                audit,
                InstantSource.system(),
                () -> LockSupport.parkNanos(LOOK.toNanos()));
    }

    @Bean
    AlarmsBefore restoreAlarmsBefore(AuditTrail trail) {
        return new AlarmsBefore(trail);
    }

    @Bean
    RestoreAlarm restoreAlarm(
            RunDriver driver,
            SeenEnvoys envoys,
            AuditLog audit,
            AlarmsBefore before,
            RestoreSettings settings,
            MeterRegistry meters) {
        return new RestoreAlarm(
                () -> active(driver), envoys, audit, settings.restoreWithin(), before, InstantSource.system(), meters);
    }

    private static List<RunReport> active(RunDriver driver) {
        return driver.activeRuns().stream()
                .flatMap(run -> driver.find(run).stream())
                .toList();
    }

    /** The health endpoint lists this indicator as {@code restore}. */
    @Bean
    RestoreHealth restoreHealthIndicator(RestoreAlarm alarm) {
        return new RestoreHealth(alarm);
    }
}
