package dev.redliner.controller.schedule;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Metrics of the schedules. One is the number of the newest firings of each without a result, one after the other, which
 * is independent of how often the schedule fires. The other is the time since a controller last decided about firings.
 * Both are read from the database, so that they are equal at every controller.
 */
public final class ScheduleMeters {
    private final JdbcClient jdbc;
    private final UnsuccessfulFirings firings;
    private final MultiGauge unsuccessful;
    private volatile Instant decidedAt;

    /**
     * @param firings refreshed with these metrics
     * @param clock for the age of the last decision
     */
    public ScheduleMeters(JdbcClient jdbc, UnsuccessfulFirings firings, MeterRegistry meters, InstantSource clock) {
        this.jdbc = jdbc;
        this.firings = firings;
        // a controller that has just started may be the only one
        this.decidedAt = clock.instant();
        TimeGauge.builder("redliner.schedules.decided.age", this, TimeUnit.MILLISECONDS, it -> Duration.between(
                                it.decidedAt, clock.instant())
                        .toMillis())
                .description(
                        "Time since a controller last decided about the firings of all schedules. One does so every"
                                + " five minutes at least, also if there is none")
                .register(meters);
        this.unsuccessful = MultiGauge.builder("redliner.schedule.unsuccessful")
                .description("Newest firings of the schedule, one after the other, that were skipped or whose run"
                        + " did not complete. Paused schedules and omitted firings are left out")
                .register(meters);
    }

    /** Reads the firings. Throws if the database is unavailable; all values then stay as they were. */
    public void refresh() {
        firings.refresh();
        List<Row<?>> rows = new ArrayList<>();
        firings.counts().forEach((schedule, number) -> rows.add(Row.of(Tags.of("schedule", schedule), number)));
        unsuccessful.register(rows, true);
        jdbc
                .sql("select last_success from scheduler_task where last_success is not null")
                .query(OffsetDateTime.class)
                .list()
                .stream()
                .map(OffsetDateTime::toInstant)
                .max(Comparator.naturalOrder())
                .ifPresent(at -> decidedAt = at);
    }
}
