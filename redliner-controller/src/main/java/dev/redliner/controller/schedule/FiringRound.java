package dev.redliner.controller.schedule;

import dev.redliner.controller.engine.Runs;
import dev.redliner.schedule.Firings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * A look at all schedules: stores the firings that became due, and starts, keeps or skips those that wait. Only one
 * controller at a time does this. If two did nevertheless, the key of table {@code firing} and the claim of the pool
 * let one of them fail, and nothing starts twice.
 *
 * <p>It throws {@link org.springframework.dao.DataAccessException} if the database is unavailable. The next round then
 * continues.
 */
final class FiringRound {
    private static final Logger log = LoggerFactory.getLogger(FiringRound.class);
    /** Runs end and levers are released without an event that reaches the schedules. */
    private static final Duration WHILE_WAITING = Duration.ofSeconds(10);
    /** Changes of schedules wake the round. This is for the case that the waking was lost. */
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);

    private final ScheduleTable schedules;
    private final FiringTable firings;
    private final TransactionOperations transactions;
    private final ScheduleReader reader;
    private final SurroundingsSource surroundings;
    private final FiringStarter starter;
    private final BlackoutWatch blackouts;

    FiringRound(
            JdbcClient jdbc,
            TransactionOperations transactions,
            ScheduleReader reader,
            SurroundingsSource surroundings,
            Runs runs) {
        this.schedules = new ScheduleTable(jdbc);
        this.firings = new FiringTable(jdbc);
        this.transactions = transactions;
        this.reader = reader;
        this.surroundings = surroundings;
        this.starter = new FiringStarter(firings, runs);
        this.blackouts = new BlackoutWatch(firings, runs);
    }

    /**
     * Looks at all schedules.
     *
     * @return when to look again, if no schedule changes before
     */
    Instant run(Instant now) {
        // before the schedules: a calendar that is read from now on has other events than theirs
        long calendars = reader.version();
        Map<String, ReadSchedule> byName = byName();
        // first, because a run that must end is more urgent than one that may begin
        Optional<Instant> blackout = blackouts.apply(byName, now);
        byName.values().forEach(schedule -> alone(schedule.name(), () -> storeDue(schedule, now)));
        Optional<Instant> recheck = decideWaiting(byName, calendars, now);
        // read again: a schedule that was applied meanwhile must not wait for the longest pause
        Stream<Instant> due = byName().values().stream()
                .flatMap(it -> new Firings(it.definition()).after(now, 1).stream())
                .map(it -> it.due());
        Instant next = Stream.of(Stream.of(now.plus(LONGEST_PAUSE)), recheck.stream(), blackout.stream(), due)
                .flatMap(Function.identity())
                .min(Instant::compareTo)
                .orElseThrow();
        Instant soonest = now.plus(SHORTEST_PAUSE);
        return next.isBefore(soonest) || reader.version() != calendars ? soonest : next;
    }

    private Map<String, ReadSchedule> byName() {
        return reader.readable(schedules.list()).stream()
                .collect(Collectors.toMap(ReadSchedule::name, Function.identity()));
    }

    /** Stores firings and the instant until which they were considered together, so that none is lost or doubled. */
    private void storeDue(ReadSchedule schedule, Instant now) {
        List<StoredFiring> due = DueFirings.since(schedule, now).stream()
                .filter(it -> !firings.has(it.schedule(), it.slot()))
                .toList();
        if (!due.isEmpty()) {
            transactions.executeWithoutResult(status -> {
                due.forEach(firings::insert);
                schedules.considered(schedule.name(), now);
            });
        }
    }

    private Optional<Instant> decideWaiting(Map<String, ReadSchedule> byName, long calendars, Instant now) {
        List<StoredFiring> waiting = firings.waiting();
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        Set<String> services = waiting.stream()
                .map(it -> byName.get(it.schedule()))
                .filter(Objects::nonNull)
                .map(it -> it.definition().service())
                .collect(Collectors.toSet());
        Surroundings around = surroundings
                .read(services, HarmBudget.lowest(byName.values()))
                .unless(() -> reader.version() != calendars, "The calendars changed at this moment.");
        Optional<Instant> recheck = Optional.empty();
        Optional<Instant> settled = Optional.empty();
        for (FiringQueue.Waiting next : FiringQueue.inOrder(current(waiting, byName, around, now))) {
            if (next.dueAt().isAfter(now)) {
                // a deploy that settles
                settled = earliest(settled, Optional.of(next.dueAt()));
                continue;
            }
            Surroundings before = around;
            FiringStarter.Result result = alone(next.schedule().name(), () -> starter.decide(next, before, now))
                    .orElse(new FiringStarter.Result(before, Optional.of(now.plus(WHILE_WAITING))));
            around = result.around();
            recheck = earliest(recheck, result.recheck()).map(it -> earlier(it, now.plus(WHILE_WAITING)));
        }
        return earliest(recheck, settled);
    }

    private static Optional<Instant> earliest(Optional<Instant> one, Optional<Instant> other) {
        return Stream.concat(one.stream(), other.stream()).min(Instant::compareTo);
    }

    private static void alone(String schedule, Runnable work) {
        alone(schedule, () -> {
            work.run();
            return true;
        });
    }

    /** A fault of one schedule must not keep the others from firing. Without a database none of them can. */
    private static <T> Optional<T> alone(String schedule, Supplier<T> work) {
        try {
            return Optional.of(work.get());
        } catch (DataAccessException | TransactionException e) {
            throw e;
        } catch (RuntimeException e) {
            log.error("schedule={} failed for a fault of Redliner; the other schedules continue", schedule, e);
            return Optional.empty();
        }
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** The newest firing of each schedule that waits. The others, and those of deleted schedules, lead to no run. */
    private List<FiringQueue.Waiting> current(
            List<StoredFiring> waiting, Map<String, ReadSchedule> byName, Surroundings around, Instant now) {
        Map<String, StoredFiring> newest = waiting.stream()
                .collect(Collectors.toMap(StoredFiring::schedule, Function.identity(), (earlier, later) -> later));
        for (StoredFiring firing : waiting) {
            if (!byName.containsKey(firing.schedule())) {
                starter.skip(firing, "The schedule was deleted, or this version cannot read it.", now);
            } else if (!firing.equals(newest.get(firing.schedule()))) {
                replaced(firing, now);
            }
        }
        return newest.values().stream()
                .flatMap(firing -> Optional.ofNullable(byName.get(firing.schedule())).stream()
                        .map(schedule -> new FiringQueue.Waiting(firing, schedule, lastTried(schedule, around))))
                .toList();
    }

    /** Deploys that follow one another while they settle are as the schedule intends it. */
    private void replaced(StoredFiring firing, Instant now) {
        boolean ofDeploy = !firing.cause().isEmpty();
        String why = ofDeploy ? "A newer deploy was announced." : "The next firing of the schedule is due.";
        if (ofDeploy && firing.reason().isEmpty()) {
            starter.omit(firing, why, now);
        } else {
            starter.skip(firing, (why + " " + firing.reason()).strip(), now);
        }
    }

    private static Instant lastTried(ReadSchedule schedule, Surroundings around) {
        return Optional.ofNullable(around.services().get(schedule.definition().service()))
                .flatMap(ServiceRecord::lastTried)
                .orElse(Instant.MIN);
    }
}
