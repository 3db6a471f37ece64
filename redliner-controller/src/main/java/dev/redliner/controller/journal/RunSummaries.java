package dev.redliner.controller.journal;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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

    private static final String MEASURING = Arrays.stream(RunState.values())
            .filter(RunState::ofDryRun)
            .map(state -> "'" + state.name() + "'")
            .collect(Collectors.joining(", ", "state not in (", ")"));

    private static final Comparator<RunSummary> NEWEST_FIRST = Comparator.comparing(RunSummary::startedAt)
            .thenComparing(RunSummary::id)
            .reversed();
    private static final int SERVICES_AT_ONCE = 100;

    private final JdbcClient jdbc;
    private final JsonMapper json;

    public RunSummaries(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * The newest runs of every service, the newest first, without dry runs that are over.
     *
     * @param most at most this many of each service, above zero
     */
    public Map<String, List<RunSummary>> byService(int most) {
        var found = new LinkedHashMap<String, List<RunSummary>>();
        jdbc.sql("select summary from (select summary, started_at,"
                        + " row_number() over (partition by service order by started_at desc) as place from run"
                        + " where summary is not null and " + MEASURING + ") newest where place <= ?"
                        + " order by started_at desc")
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
     * The newest runs of some services, the newest first, without dry runs that are over. They are found by the
     * index on service and start, so that older runs are not read.
     *
     * @param most at most this many of each service, above zero
     */
    public Map<String, List<RunSummary>> byService(Collection<String> services, int most) {
        return ofEach(services, MEASURING, most);
    }

    /** The newest completed run of each of some services that has one. */
    public Map<String, RunSummary> completed(Collection<String> services) {
        return ofEach(services, "state = '" + RunState.COMPLETED + "'", 1).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, it -> it.getValue().get(0)));
    }

    private Map<String, List<RunSummary>> ofEach(Collection<String> services, String condition, int most) {
        var found = new HashMap<String, List<RunSummary>>();
        List<String> all = List.copyOf(services);
        for (int from = 0; from < all.size(); from += SERVICES_AT_ONCE) {
            var parameters = new HashMap<String, Object>();
            var parts = new ArrayList<String>();
            for (String service : all.subList(from, Math.min(all.size(), from + SERVICES_AT_ONCE))) {
                String name = "s" + parts.size();
                parameters.put(name, service);
                parts.add("select * from (select summary from run where summary is not null and service = :" + name
                        + " and " + condition + " order by started_at desc, id desc fetch first " + most
                        + " rows only) " + name);
            }
            jdbc.sql(String.join(" union all ", parts))
                    .params(parameters)
                    .query(String.class)
                    .list()
                    .forEach(text -> read(text)
                            .ifPresent(run -> found.computeIfAbsent(run.service(), service -> new ArrayList<>())
                                    .add(run)));
        }
        // a union promises no order
        found.values().forEach(runs -> runs.sort(NEWEST_FIRST));
        return found;
    }

    /** The newest runs, the newest first. */
    public List<RunSummary> newest(RunFilter filter, int most) {
        return listed(filter, "", Map.of(), most);
    }

    /**
     * The runs that began before another run, the newest first. Of runs that began together, the order is by id.
     *
     * @param startedAt when that run began
     * @param id that run
     */
    public List<RunSummary> before(RunFilter filter, Instant startedAt, String id, int most) {
        return listed(
                filter,
                " and (started_at < :at or started_at = :at and id < :id)",
                Map.of("at", startedAt.atOffset(ZoneOffset.UTC), "id", id),
                most);
    }

    private List<RunSummary> listed(RunFilter filter, String condition, Map<String, Object> values, int most) {
        var parameters = new HashMap<String, Object>(values);
        var conditions = new StringBuilder("summary is not null");
        // conditions that are not asked for are left out, because an index serves no "is null or"
        filter.service().ifPresent(service -> {
            conditions.append(" and service = :service");
            parameters.put("service", service);
        });
        filter.state().ifPresent(state -> {
            conditions.append(" and state = :state");
            parameters.put("state", state.name());
        });
        if (!filter.dryRuns()) {
            conditions.append(" and ").append(MEASURING);
        }
        filter.by().ifPresent(by -> {
            conditions.append(" and started_by = :by");
            parameters.put("by", by);
        });
        return jdbc
                .sql("select summary from run where " + conditions + condition
                        + " order by started_at desc, id desc fetch first " + Math.max(1, most) + " rows only")
                .params(parameters)
                .query(String.class)
                .list()
                .stream()
                .flatMap(text -> read(text).stream())
                .toList();
    }

    /** The account, address or schedule that started each of these runs. */
    public Map<String, String> starters(List<String> runs) {
        var starters = new HashMap<String, String>();
        if (!runs.isEmpty()) {
            jdbc.sql("select id, started_by from run where id in (:runs)")
                    .param("runs", runs)
                    .query(row -> {
                        starters.put(row.getString("id"), row.getString("started_by"));
                    });
        }
        return starters;
    }

    /** The newest runs whose id contains a text, in upper or lower case, the newest first. */
    public List<String> named(String part, int most) {
        String pattern = "%" + part.toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%";
        return jdbc.sql("select id from run where lower(id) like :pattern escape '!'"
                        + " order by started_at desc, id desc fetch first " + Math.max(1, most) + " rows only")
                .param("pattern", pattern)
                .query(String.class)
                .list();
    }

    /** When a run began; empty if there is no such run. */
    public Optional<Instant> start(String id) {
        return jdbc.sql("select started_at from run where id = ?")
                .param(id)
                .query((row, number) ->
                        row.getObject("started_at", OffsetDateTime.class).toInstant())
                .optional();
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
