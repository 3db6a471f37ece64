package dev.redliner.controller.audit;

import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The audit log and the audit trail in the database. */
@Configuration(proxyBeanMethods = false)
public class AuditConfiguration {
    @Bean
    JdbcAuditTrail auditTrail(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new JdbcAuditTrail(jdbc, new TransactionTemplate(transactions));
    }

    @Bean
    SpooledAuditLog auditLog(
            JdbcAuditTrail trail,
            @Value("${redliner.controller.audit-spool:${redliner.data:.redliner}/audit-spool.jsonl}") Path spool,
            MeterRegistry meters) {
        return new SpooledAuditLog(trail, spool, InstantSource.system(), meters);
    }
}
