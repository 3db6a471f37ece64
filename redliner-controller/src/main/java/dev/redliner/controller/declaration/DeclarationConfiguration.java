package dev.redliner.controller.declaration;

import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.schedule.SchedulePauses;
import dev.redliner.controller.service.ServiceCatalog;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Changes of declarations. They require the runs, the catalogs, the calendars and the audit log. */
@Configuration(proxyBeanMethods = false)
public class DeclarationConfiguration {
    @Bean
    ServiceDeclarations serviceDeclarations(ServiceCatalog catalog, Runs runs, AuditLog audit) {
        return new ServiceDeclarations(catalog, runs, audit);
    }

    @Bean
    ScheduleDeclarations scheduleDeclarations(
            ScheduleCatalog catalog, SchedulePauses pauses, Calendars calendars, AuditLog audit) {
        return new ScheduleDeclarations(catalog, pauses, calendars, audit);
    }
}
