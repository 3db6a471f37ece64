package dev.redliner.controller.schedule;

import dev.redliner.schedule.ScheduleDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The budget of a schedule for the harm of all runs of its service within seven days, whoever began them. A run is not
 * ended by it: each run has a budget of its own. The sum can therefore exceed the budget by the harm of one run.
 */
final class HarmBudget {
    static final Duration SPAN = Duration.ofDays(7);

    private HarmBudget() {}

    /** The lowest budget by service, of those that have one. */
    static Map<String, WeeklyHarm> lowest(Collection<ReadSchedule> schedules) {
        var lowest = new HashMap<String, WeeklyHarm>();
        for (ReadSchedule schedule : schedules) {
            ScheduleDefinition definition = schedule.definition();
            Long budget = definition.weeklyHarm();
            if (budget != null) {
                lowest.merge(
                        definition.service(),
                        new WeeklyHarm(budget, definition.name()),
                        (one, other) -> one.requests() <= other.requests() ? one : other);
            }
        }
        return lowest;
    }

    /** Why no run may begin, and until when; empty if the budget is not used up. */
    static Optional<Obstacle> usedUp(WeeklyHarm lowest, List<RunHarm> runs, Instant now) {
        long budget = lowest.requests();
        List<RunHarm> counted = runs.stream()
                .filter(run -> run.ended().plus(SPAN).isAfter(now))
                .sorted(Comparator.comparing(RunHarm::ended))
                .toList();
        Optional<RunHarm> unknown =
                counted.stream().filter(run -> run.requests().isEmpty()).reduce((earlier, later) -> later);
        if (unknown.isPresent()) {
            Instant until = unknown.get().ended().plus(SPAN);
            return Optional.of(new Obstacle(
                    "The harm of run " + unknown.get().run() + " cannot be read, so it is not known whether the weekly"
                            + " harm budget is used up. The run counts until " + until + ".",
                    Optional.of(until)));
        }
        double used = sum(counted);
        if (used < budget) {
            return Optional.empty();
        }
        Instant free = free(counted, budget);
        return Optional.of(new Obstacle(
                String.format(
                        Locale.ROOT,
                        "The runs of the last seven days had %.0f bad requests beyond normal, and weeklyHarm of schedule %s"
                                + " is %d.",
                        used,
                        lowest.schedule(),
                        budget),
                Optional.of(free)));
    }

    /** When so many runs are older than seven days that the rest is below the budget. */
    private static Instant free(List<RunHarm> earliestFirst, long budget) {
        for (int i = 1; i < earliestFirst.size(); i++) {
            if (sum(earliestFirst.subList(i, earliestFirst.size())) < budget) {
                return earliestFirst.get(i - 1).ended().plus(SPAN);
            }
        }
        return earliestFirst.get(earliestFirst.size() - 1).ended().plus(SPAN);
    }

    private static double sum(List<RunHarm> runs) {
        return runs.stream().mapToDouble(run -> run.requests().orElse(0)).sum();
    }
}
