package dev.redliner.controller.web;

import dev.redliner.controller.journal.RunSummaries;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The pages. They require a {@link dev.redliner.controller.engine.Runs}, the catalog, the safety lever and the API. */
@Configuration(proxyBeanMethods = false)
@Import({
    Frame.class,
    OverviewPages.class,
    ServicePages.class,
    RunPages.class,
    ReportFiles.class,
    ComparePages.class,
    AuditPages.class,
    EditorPages.class,
    FindPages.class,
    LoginPages.class,
    SchedulePages.class,
    NotificationPages.class,
    SchemaFiles.class,
    PageErrors.class
})
public class PageConfiguration {
    @Bean
    RunSummaries pageRunSummaries(JdbcClient jdbc) {
        return new RunSummaries(jdbc, JsonMapper.builder().build());
    }

    @Bean
    InstantSource pageClock() {
        return InstantSource.system();
    }
}
