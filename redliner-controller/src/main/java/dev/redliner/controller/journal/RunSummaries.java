package dev.redliner.controller.journal;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The summaries of stored runs, for lists of many. A summary that this version cannot read is left out.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class RunSummaries {
    private static final Logger log = LoggerFactory.getLogger(RunSummaries.class);

    private final JdbcClient jdbc;
    private final JsonMapper json;

    public RunSummaries(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * The newest runs of every service, the newest first.
     *
     * @param most at most this many of each service, above zero
     */
    public Map<String, List<RunSummary>> byService(int most) {
        var found = new LinkedHashMap<String, List<RunSummary>>();
        jdbc.sql("select summary from (select summary, started_at,"
                        + " row_number() over (partition by service order by started_at desc) as place from run"
                        + " where summary is not null) newest where place <= ? order by started_at desc")
                .param(most)
                .query(String.class)
                .list()
                .forEach(text -> read(text)
                        .ifPresent(run -> found.computeIfAbsent(run.service(), service -> new ArrayList<>())
                                .add(run)));
        return found;
    }

    /** The newest completed run of each service that has one. */
    public Map<String, RunSummary> completed() {
        var found = new LinkedHashMap<String, RunSummary>();
        jdbc.sql("select summary from (select summary,"
                        + " row_number() over (partition by service order by started_at desc) as place from run"
                        + " where summary is not null and state = ?) newest where place = 1")
                .param(RunState.COMPLETED.name())
                .query(String.class)
                .list()
                .forEach(text -> read(text).ifPresent(run -> found.put(run.service(), run)));
        return found;
    }

    /**
     * The newest runs, the newest first.
     *
     * @param service of this service; empty: of all
     * @param state in this state; empty: in any
     */
    public List<RunSummary> newest(Optional<String> service, Optional<RunState> state, int most) {
        // conditions that are not asked for are left out, because an index serves no "is null or"
        return jdbc
                .sql("select summary from run where summary is not null"
                        + (service.isPresent() ? " and service = :service" : "")
                        + (state.isPresent() ? " and state = :state" : "")
                        + " order by started_at desc, id desc fetch first " + Math.max(1, most) + " rows only")
                .params(parameters(service, state))
                .query(String.class)
                .list()
                .stream()
                .flatMap(text -> read(text).stream())
                .toList();
    }

    /**
     * The runs that began before another run, the newest first. Of runs that began together, the order is by id.
     *
     * @param service of this service; empty: of all
     * @param state in this state; empty: in any
     * @param startedAt when that run began
     * @param id that run
     */
    public List<RunSummary> before(
            Optional<String> service, Optional<RunState> state, Instant startedAt, String id, int most) {
        return jdbc
                .sql("select summary from run where summary is not null"
                        + (service.isPresent() ? " and service = :service" : "")
                        + (state.isPresent() ? " and state = :state" : "")
                        + " and (started_at < :at or started_at = :at and id < :id)"
                        + " order by started_at desc, id desc fetch first " + Math.max(1, most) + " rows only")
                .params(parameters(service, state))
                .param("at", startedAt.atOffset(ZoneOffset.UTC))
                .param("id", id)
                .query(String.class)
                .list()
                .stream()
                .flatMap(text -> read(text).stream())
                .toList();
    }

    /** When a run began; empty if there is no such run. */
    public Optional<Instant> start(String id) {
        return jdbc.sql("select started_at from run where id = ?")
                .param(id)
                .query((row, number) ->
                        row.getObject("started_at", OffsetDateTime.class).toInstant())
                .optional();
    }

    private static Map<String, Object> parameters(Optional<String> service, Optional<RunState> state) {
        var parameters = new HashMap<String, Object>();
        service.ifPresent(it -> parameters.put("service", it));
        state.ifPresent(it -> parameters.put("state", it.name()));
        return parameters;
    }

    private Optional<RunSummary> read(String text) {
        try {
            return Optional.of(json.readValue(text, RunSummary.class));
        } catch (JacksonException e) {
            log.warn("a stored summary of a run cannot be read by this version and is omitted: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
