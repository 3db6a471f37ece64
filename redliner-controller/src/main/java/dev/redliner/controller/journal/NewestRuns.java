package dev.redliner.controller.journal;

import dev.redliner.api.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The newest runs of every service, for a page that asks every two seconds. They are read again when a run has begun,
 * ended or was deleted, and after a minute: reading 10,000 runs takes a second in a small memory. The state of an active
 * run is therefore up to a minute old.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable. Thread-safe.
 */
public final class NewestRuns {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final JdbcClient jdbc;
    private final RunSummaries summaries;
    private final int most;
    private @Nullable Read read;

    /** @param most at most this many of each service, above zero */
    public NewestRuns(JdbcClient jdbc, RunSummaries summaries, int most) {
        this.jdbc = jdbc;
        this.summaries = summaries;
        this.most = most;
    }

    /**
     * The runs.
     *
     * @param byService the newest of each service, the newest first
     * @param completed the newest completed run of each service that has one
     */
    public record Newest(Map<String, List<RunSummary>> byService, Map<String, RunSummary> completed) {}

    /** Differs after each begin, end and deletion of a run. */
    private record Stamp(long runs, Optional<Instant> begun, Optional<Instant> ended) {}

    private record Read(Stamp stamp, Instant at, Newest newest) {}

    /** The runs as of now, or of less than a minute ago if none has begun or ended since. */
    public synchronized Newest at(Instant now) {
        // before the runs, so that a change meanwhile is noticed at the next call
        Stamp stamp = stamp();
        Read last = read;
        if (last == null
                || !last.stamp().equals(stamp)
                || last.at().plus(LONGEST).isBefore(now)) {
            last = new Read(stamp, now, new Newest(summaries.byService(most), summaries.completed()));
            read = last;
        }
        return last.newest();
    }

    private Stamp stamp() {
        return jdbc.sql("select count(*) as runs, max(started_at) as begun, max(ended_at) as ended from run")
                .query((row, number) -> new Stamp(
                        row.getLong("runs"),
                        instant(row.getObject("begun", OffsetDateTime.class)),
                        instant(row.getObject("ended", OffsetDateTime.class))))
                .single();
    }

    private static Optional<Instant> instant(@Nullable OffsetDateTime at) {
        return Optional.ofNullable(at).map(OffsetDateTime::toInstant);
    }
}
