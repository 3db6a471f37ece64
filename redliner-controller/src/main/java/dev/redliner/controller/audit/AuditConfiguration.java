package dev.redliner.controller.audit;

import dev.redliner.controller.settings.DataFolder;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The audit log and the audit trail in the database. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AuditSettings.class, DataFolder.class})
public class AuditConfiguration {
    @Bean
    JdbcAuditTrail auditTrail(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new JdbcAuditTrail(jdbc, new TransactionTemplate(transactions));
    }

    @Bean
    SpooledAuditLog auditLog(JdbcAuditTrail trail, AuditSettings settings, DataFolder folder, MeterRegistry meters) {
        return new SpooledAuditLog(trail, settings.spool(folder), InstantSource.system(), meters);
    }
}
