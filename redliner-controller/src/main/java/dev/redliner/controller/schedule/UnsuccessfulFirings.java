package dev.redliner.controller.schedule;

import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The number of the newest firings of each schedule without a result, one after the other, which is independent of how
 * often it fires. Paused schedules and omitted firings are left out.
 */
public final class UnsuccessfulFirings {
    /** Firings since the newest one whose run completed, without those that wait and those whose run is active. */
    private static final String COUNTS =
            """
            select s.name, count(f.slot) as firings
            from schedule s left join (
              select f.schedule, f.slot, f.due_at from firing f left join run r on r.id = f.run_id
              where f.state = 'SKIPPED' or f.state = 'STARTED' and r.ended_at is not null and r.state <> 'COMPLETED'
            ) f on f.schedule = s.name and f.due_at > coalesce((
              select max(f2.due_at) from firing f2 join run r2 on r2.id = f2.run_id
              where f2.schedule = s.name and r2.state = 'COMPLETED'), timestamp with time zone '1970-01-01 00:00:00+00')
            where s.paused = false
            group by s.name""";

    private final JdbcClient jdbc;
    private volatile Map<String, Long> counts = Map.of();

    public UnsuccessfulFirings(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Reads the firings. Throws if the database is unavailable; the counts then stay as they were. */
    public void refresh() {
        var read = new HashMap<String, Long>();
        jdbc.sql(COUNTS).query(row -> {
            read.put(row.getString("name"), row.getLong("firings"));
        });
        counts = Map.copyOf(read);
    }

    /** The counts by schedule, as they were read last. */
    public Map<String, Long> counts() {
        return counts;
    }
}
