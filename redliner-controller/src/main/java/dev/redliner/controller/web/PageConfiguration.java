package dev.redliner.controller.web;

import dev.redliner.controller.journal.NewestRuns;
import dev.redliner.controller.journal.RunSummaries;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The pages. They require a {@link dev.redliner.controller.engine.Runs}, the catalog, the safety lever and the API. */
@Configuration(proxyBeanMethods = false)
@Import({
    Frame.class,
    OverviewPages.class,
    ServicePages.class,
    OwnPartsPages.class,
    RunPages.class,
    ReportFiles.class,
    ComparePages.class,
    AuditPages.class,
    EditorPages.class,
    EditorForms.class,
    FindPages.class,
    FormPages.class,
    LoginPages.class,
    SchedulePages.class,
    ScheduleForms.class,
    NotificationPages.class,
    SchemaFiles.class,
    UsersPages.class,
    WordsPages.class,
    PageErrors.class
})
public class PageConfiguration {
    @Bean
    NewestRuns pageNewestRuns(JdbcClient jdbc, RunSummaries summaries) {
        return new NewestRuns(jdbc, summaries, TrendMark.RUNS);
    }

    @Bean
    InstantSource pageClock() {
        return InstantSource.system();
    }
}
