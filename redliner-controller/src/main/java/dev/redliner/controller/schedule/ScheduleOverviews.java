package dev.redliner.controller.schedule;

import dev.redliner.schedule.Firing;
import dev.redliner.schedule.Firings;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Reads the schedules with their firings, for the API and the pages.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class ScheduleOverviews {
    private final ScheduleTable schedules;
    private final FiringTable firings;
    private final ScheduleReader reader;
    private final SurroundingsSource surroundings;
    private final TrafficForecast forecast;

    ScheduleOverviews(
            JdbcClient jdbc, ScheduleReader reader, SurroundingsSource surroundings, TrafficForecast forecast) {
        this.schedules = new ScheduleTable(jdbc);
        this.firings = new FiringTable(jdbc);
        this.reader = reader;
        this.surroundings = surroundings;
        this.forecast = forecast;
    }

    /**
     * Some schedules, by name.
     *
     * @param after the name before the first of them; empty: from the first schedule
     * @param most so many at most
     * @param next so many next firings of each
     */
    public List<ScheduleOverview> list(String after, int most, Instant now, int next) {
        return overviews(schedules.list(after, most), schedules.list(), waiting(), now, next);
    }

    /**
     * Schedules with the soonest first.
     *
     * @param shown the first of them
     * @param hidden number of the others
     */
    public record Soonest(List<ScheduleOverview> shown, int hidden) {
        public Soonest {
            shown = List.copyOf(shown);
        }

        /** The number of all. */
        public int total() {
            return shown.size() + hidden;
        }
    }

    /**
     * The schedules whose firings wait or come first. Of the others, only the times of their firings are computed, so
     * that the costs do not grow with their number.
     *
     * @param service only the schedules of this service; empty: all
     * @param next so many next firings of each
     * @param most so many schedules
     */
    public Soonest soonest(Optional<String> service, Instant now, int next, int most) {
        Map<String, StoredFiring> waiting = waiting();
        List<StoredSchedule> all = schedules.list();
        List<StoredSchedule> wanted = all.stream()
                .filter(it -> service.isEmpty() || service.equals(service(it)))
                .sorted(Comparator.comparing((StoredSchedule it) -> soonest(it, waiting.get(it.name()), now))
                        .thenComparing(StoredSchedule::name))
                .toList();
        List<StoredSchedule> shown = wanted.subList(0, Math.min(most, wanted.size()));
        return new Soonest(overviews(shown, all, waiting, now, next), wanted.size() - shown.size());
    }

    private Optional<String> service(StoredSchedule stored) {
        return reader.parse(stored).definition().map(ScheduleDefinition::service);
    }

    /** When its next firing is due; {@link Instant#MAX} if none is. */
    private Instant soonest(StoredSchedule stored, @Nullable StoredFiring waiting, Instant now) {
        if (waiting != null) {
            return waiting.dueAt();
        }
        return reader.parse(stored)
                .definition()
                .flatMap(it -> new Firings(it).after(now, 1).stream().findFirst())
                .map(Firing::due)
                .orElse(Instant.MAX);
    }

    private Map<String, StoredFiring> waiting() {
        return firings.waiting().stream()
                .collect(Collectors.toMap(StoredFiring::schedule, Function.identity(), (one, newer) -> newer));
    }

    /** A schedule with so many next firings. */
    public Optional<ScheduleOverview> find(String name, Instant now, int next) {
        return schedules.find(name).map(it -> overviews(List.of(it), schedules.list(), waiting(), now, next)
                .get(0));
    }

    /** The firings of a schedule that were due before an instant, the newest first. Deleted schedules have some too. */
    public List<StoredFiring> past(String schedule, Instant before, int most) {
        return firings.past(schedule, before, most);
    }

    /** The firings of a schedule before the one of a slot, the newest first. */
    public List<StoredFiring> past(String schedule, Instant dueAt, LocalDateTime slot, int most) {
        return firings.past(schedule, dueAt, slot, most);
    }

    /** The firings of all schedules that were due from one instant until another, in order. */
    public List<StoredFiring> between(Instant from, Instant until) {
        return firings.between(from, until);
    }

    /** @param all the stored schedules, whose lowest harm budgets hold for these too */
    private List<ScheduleOverview> overviews(
            List<StoredSchedule> stored,
            List<StoredSchedule> all,
            Map<String, StoredFiring> waiting,
            Instant now,
            int next) {
        Set<String> services = reader.readable(stored).stream()
                .map(it -> it.definition().service())
                .collect(Collectors.toSet());
        Surroundings later = later(surroundings.read(services, HarmBudget.lowest(reader.readable(all))));
        TrafficForecast.Known traffic = forecast.of(services);
        return stored.stream()
                .map(it -> overview(it, waiting.get(it.name()), later, traffic, now, next))
                .toList();
    }

    /** The runs of now are over when a later firing is due. */
    private static Surroundings later(Surroundings now) {
        return new Surroundings(
                now.lever(), Map.of(), Map.of(), now.services(), now.atMost(), now.calendarProblem(), now.pause());
    }

    private ScheduleOverview overview(
            StoredSchedule stored,
            @Nullable StoredFiring waiting,
            Surroundings later,
            TrafficForecast.Known traffic,
            Instant now,
            int most) {
        ScheduleReader.Parsed parsed = reader.parse(stored);
        ScheduleDefinition definition = parsed.definition().orElse(null);
        if (definition == null) {
            return new ScheduleOverview(stored, null, parsed.problem(), waiting, List.of(), "");
        }
        List<PlannedFiring> next =
                PlannedFirings.of(definition, stored.paused(), new Firings(definition).after(now, most), later);
        String warning = next.stream()
                .findFirst()
                .flatMap(it -> traffic.warning(definition, it.dueAt(), now))
                .orElse("");
        return new ScheduleOverview(stored, definition, "", waiting, next, warning);
    }
}
