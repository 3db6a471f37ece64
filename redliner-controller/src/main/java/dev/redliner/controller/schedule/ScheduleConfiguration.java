package dev.redliner.controller.schedule;

import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.traffic.TrafficHistory;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schedules. They require the runs, their journal, the catalog of services, the safety lever, the traffic and the
 * calendars.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ScheduleSettings.class)
public class ScheduleConfiguration {
    @Bean
    ScheduleReader scheduleReader(Calendars calendars) {
        return new ScheduleReader(calendars, calendars::version);
    }

    @Bean
    StoredSurroundings scheduleSurroundings(
            SafetyLever lever,
            RunJournal journal,
            ServiceCatalog services,
            ReadServices reader,
            JdbcClient jdbc,
            ScheduleSettings settings,
            Calendars calendars) {
        var summaries = new RunSummaries(jdbc, JsonMapper.builder().build());
        var harm = new HarmHistory(jdbc, journal, InstantSource.system());
        return new StoredSurroundings(
                lever,
                journal,
                services,
                reader,
                summaries,
                harm,
                new ResultHistory(journal, jdbc),
                settings.atMost(),
                calendars,
                () -> SchedulePauses.read(jdbc));
    }

    @Bean
    RoundTrigger scheduleRoundTrigger(
            DataSource database,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            ScheduleReader reader,
            StoredSurroundings surroundings,
            Runs runs,
            ScheduleSettings settings,
            Calendars calendars) {
        var round = new FiringRound(jdbc, new TransactionTemplate(transactions), reader, surroundings, runs);
        var trigger = new RoundTrigger(database, round::run, settings, InstantSource.system());
        calendars.onChange(trigger::wake);
        return trigger;
    }

    @Bean
    ScheduleCatalog scheduleCatalog(JdbcClient jdbc, RoundTrigger trigger) {
        return new ScheduleCatalog(jdbc, InstantSource.system(), trigger::wake);
    }

    @Bean
    SchedulePauses schedulePauses(JdbcClient jdbc, RoundTrigger trigger) {
        return new SchedulePauses(jdbc, InstantSource.system(), trigger::wake);
    }

    @Bean
    Deploys scheduleDeploys(
            JdbcClient jdbc, ScheduleReader reader, PlatformTransactionManager transactions, RoundTrigger trigger) {
        return new Deploys(jdbc, reader, new TransactionTemplate(transactions), trigger::wake);
    }

    @Bean
    ScheduleOverviews scheduleOverviews(
            JdbcClient jdbc, ScheduleReader reader, StoredSurroundings surroundings, TrafficHistory traffic) {
        var forecast = new TrafficForecast(
                traffic, new RunSummaries(jdbc, JsonMapper.builder().build()), surroundings::definitions);
        return new ScheduleOverviews(jdbc, reader, surroundings, forecast);
    }

    @Bean
    UnsuccessfulFirings scheduleUnsuccessfulFirings(JdbcClient jdbc) {
        return new UnsuccessfulFirings(jdbc);
    }

    @Bean
    FiringRetention scheduleFiringRetention(JdbcClient jdbc, ScheduleSettings settings) {
        return new FiringRetention(jdbc, settings.keepFirings(), InstantSource.system());
    }
}
