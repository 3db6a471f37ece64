package dev.redliner.controller.schedule;

import dev.redliner.controller.TestSchema;
import dev.redliner.controller.schedule.NightRuns.Begun;
import dev.redliner.controller.service.StaleRevision;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counts the services that are measured in each of five nights, of a thousand with a schedule each, with and without
 * {@code onlyWhenNeeded}. The rounds, their table and their decisions are the real ones, in virtual time. A run takes 30
 * min. Arguments: the runs at once, and the percentage of the services that are deployed each day.
 */
public final class NightOfAThousandServices {
    private static final int SERVICES = 1_000;
    private static final int NIGHTS = 5;
    private static final Duration RUN = Duration.ofMinutes(30);
    private static final Duration NIGHT = Duration.ofHours(8);
    private static final Instant FIRST = Instant.parse("2026-11-01T22:00:00Z");

    private final DataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "", true);
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final NightRuns runs;
    private final Random random = new Random(1);
    private final Map<String, Instant> changed = new HashMap<>();

    private NightOfAThousandServices(int atOnce) {
        this.runs = new NightRuns(RUN, atOnce);
    }

    public static void main(String[] arguments) throws StaleRevision {
        int atOnce = Integer.parseInt(arguments[0]);
        int deployed = Integer.parseInt(arguments[1]);
        System.out.println("| at once | deploys a day | only when needed | night | runs | not needed | no place"
                + " | measured since their last change or within 4 days |");
        for (boolean onlyWhenNeeded : new boolean[] {false, true}) {
            new NightOfAThousandServices(atOnce).nights(atOnce, deployed, onlyWhenNeeded);
        }
    }

    private void nights(int atOnce, int deployed, boolean onlyWhenNeeded) throws StaleRevision {
        declare(onlyWhenNeeded);
        var round = new FiringRound(
                jdbc, new TransactionTemplate(new JdbcTransactionManager(database)), new ScheduleReader(), runs, runs);
        for (int night = 0; night < NIGHTS; night++) {
            Instant begin = FIRST.plus(Duration.ofDays(night));
            deploy(deployed, begin.minus(Duration.ofHours(6)));
            int before = runs.begun().size();
            // runs begin together, so that nothing happens between their ends
            for (Instant now = begin; now.isBefore(begin.plus(NIGHT)); now = now.plus(RUN)) {
                runs.at(now);
                round.run(now);
            }
            runs.at(begin.plus(NIGHT));
            round.run(begin.plus(NIGHT).plus(Duration.ofMinutes(1)));
            report(atOnce, deployed, onlyWhenNeeded, night, before);
        }
    }

    private void declare(boolean onlyWhenNeeded) throws StaleRevision {
        TestSchema.recreate(database);
        var catalog = new ScheduleCatalog(jdbc, () -> FIRST.minusSeconds(60), () -> {});
        for (int i = 0; i < SERVICES; i++) {
            runs.has("s" + i);
            String text = Schedules.text(
                    "n" + i,
                    "s" + i,
                    "cron: \"0 22 * * *\"",
                    "zone: UTC",
                    "window: 8h",
                    "onlyWhenNeeded: " + onlyWhenNeeded);
            catalog.apply(Schedules.parsed(text), text, OptionalLong.empty(), ScheduleCatalog.Author.of("ana"));
        }
    }

    private void deploy(int percent, Instant at) {
        for (int i = 0; i < SERVICES; i++) {
            if (random.nextInt(100) < percent) {
                runs.deploy("s" + i, at);
                changed.put("s" + i, at);
            }
        }
    }

    private void report(int atOnce, int deployed, boolean onlyWhenNeeded, int night, int before) {
        Instant begin = FIRST.plus(Duration.ofDays(night));
        List<StoredFiring> firings = new FiringTable(jdbc).between(begin, begin.plusSeconds(1));
        long notNeeded = firings.stream()
                .filter(it -> it.reason().startsWith("No run is needed"))
                .count();
        int began = runs.begun().size() - before;
        if (firings.size() != SERVICES
                || firings.stream().anyMatch(it -> it.state() == FiringState.WAITING)
                || new HashSet<>(runs.begun().subList(before, before + began).stream()
                                        .map(Begun::service)
                                        .toList())
                                .size()
                        != began) {
            throw new IllegalStateException("a firing was lost, doubled or left undecided");
        }
        System.out.printf(
                Locale.ROOT,
                "| %d | %d%% | %s | %d | %d | %d | %d | %.1f%% |%n",
                atOnce,
                deployed,
                onlyWhenNeeded ? "yes" : "no",
                night + 1,
                began,
                notNeeded,
                SERVICES - began - notNeeded,
                100.0 * fresh(begin.plus(NIGHT)) / SERVICES);
    }

    /** Services whose newest run began after their last deploy, and within four days. */
    private long fresh(Instant now) {
        Map<String, Instant> newest = new HashMap<>();
        runs.begun().stream()
                .sorted(Comparator.comparing(Begun::at))
                .forEach(run -> newest.put(run.service(), run.at()));
        return newest.entrySet().stream()
                .filter(run -> run.getValue().isAfter(now.minus(Duration.ofDays(4))))
                .filter(run -> !run.getValue().isBefore(changed.getOrDefault(run.getKey(), Instant.MIN)))
                .count();
    }
}
