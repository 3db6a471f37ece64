package dev.redliner.controller.calendar;

import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.settings.OutgoingSettings;
import dev.redliner.http.GuardedHttp;
import dev.redliner.schedule.calendar.ICalendar;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The calendars. They require the audit log. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({CalendarSettings.class, OutgoingSettings.class})
public class CalendarConfiguration {
    @Bean(defaultCandidate = false)
    GuardedHttp calendarHttp(OutgoingSettings outgoing) {
        return new GuardedHttp(outgoing.ranges(), OutgoingSettings.ALLOW, "redliner-controller", ICalendar.MOST_BYTES);
    }

    @Bean
    Calendars calendars(
            CalendarSettings settings, JdbcClient jdbc, @Qualifier("calendarHttp") GuardedHttp http, AuditLog audit) {
        var table = new CalendarTable(jdbc);
        InstantSource clock = InstantSource.system();
        var version = new AtomicLong();
        List<CalendarReading> readings = settings.sources().entrySet().stream()
                .map(it -> new CalendarReading(
                        it.getKey(),
                        it.getValue(),
                        new CalendarFetch(it.getValue(), http, settings.timeout()),
                        table,
                        audit,
                        settings.refresh(),
                        version,
                        clock))
                .toList();
        return new Calendars(readings, settings.staleAfter(), version, clock);
    }

    @Bean
    CalendarThreads calendarThreads(Calendars calendars, MeterRegistry meters) {
        return new CalendarThreads(calendars, InstantSource.system(), meters);
    }
}
