package dev.redliner.controller.event;

import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.controller.service.ServiceCatalog;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The announcements of deploys. They require the schedules, the catalog of services and the audit log. */
@Configuration(proxyBeanMethods = false)
public class EventConfiguration {
    @Bean
    Announcements deployAnnouncements(Deploys deploys, ServiceCatalog catalog, AuditLog audit) {
        return new Announcements(deploys, catalog, audit);
    }
}
