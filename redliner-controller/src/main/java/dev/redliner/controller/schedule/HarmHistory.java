package dev.redliner.controller.schedule;

import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;

/** The harm of the runs of a service in the last seven days. The report of each run is read once. Thread-safe. */
final class HarmHistory {
    private static final Logger log = LoggerFactory.getLogger(HarmHistory.class);

    private final JdbcClient jdbc;
    private final RunJournal journal;
    private final InstantSource clock;
    /** By service, so that runs that no longer count are forgotten. */
    private final ConcurrentHashMap<String, List<RunHarm>> known = new ConcurrentHashMap<>();

    private record Ended(String run, Instant at) {}

    HarmHistory(JdbcClient jdbc, RunJournal journal, InstantSource clock) {
        this.jdbc = jdbc;
        this.journal = journal;
        this.clock = clock;
    }

    List<RunHarm> of(String service) {
        List<Ended> ended = ended(service, clock.instant().minus(HarmBudget.SPAN));
        return known.compute(service, (name, before) -> {
            List<RunHarm> read = before == null ? List.of() : before;
            Set<String> there = ended.stream().map(Ended::run).collect(Collectors.toSet());
            List<RunHarm> kept = read.stream()
                    .filter(run -> there.contains(run.run()) && run.requests().isPresent())
                    .toList();
            Set<String> have = kept.stream().map(RunHarm::run).collect(Collectors.toSet());
            return ended.stream()
                    .map(run -> have.contains(run.run())
                            ? kept.stream()
                                    .filter(it -> it.run().equals(run.run()))
                                    .findFirst()
                                    .orElseThrow()
                            : new RunHarm(run.run(), run.at(), harm(run.run())))
                    .toList();
        });
    }

    private List<Ended> ended(String service, Instant since) {
        return jdbc.sql("select id, ended_at from run where service = ? and ended_at > ?")
                .params(service, since.atOffset(ZoneOffset.UTC))
                .query((row, number) -> new Ended(
                        row.getString("id"),
                        row.getObject("ended_at", OffsetDateTime.class).toInstant()))
                .list();
    }

    private OptionalDouble harm(String run) {
        try {
            return journal.find(run)
                    .map(RunReport::harm)
                    .map(harm -> OptionalDouble.of(harm.excessRequests()))
                    .orElseGet(OptionalDouble::empty);
        } catch (JacksonException e) {
            log.warn("run={} its report cannot be read by this version, so its harm is not known", run);
            return OptionalDouble.empty();
        }
    }
}
