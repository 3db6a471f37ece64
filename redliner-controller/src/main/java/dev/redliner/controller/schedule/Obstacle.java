package dev.redliner.controller.schedule;

import dev.redliner.controller.lever.Engaged;
import dev.redliner.schedule.BlackoutPeriod;
import dev.redliner.schedule.ScheduleDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a run may not begin now.
 *
 * @param reason a sentence
 * @param until when it ends; empty if that is not known
 * @param intended whether the settings intend it: the cooldown after a run
 */
record Obstacle(String reason, Optional<Instant> until, boolean intended) {
    /** The traffic is back on its baseline this long after the end of the measurement. */
    private static final Duration RESTORE = Duration.ofMinutes(1);

    Obstacle(String reason, Optional<Instant> until) {
        this(reason, until, false);
    }

    private static Optional<Obstacle> of(String reason, Optional<Instant> until) {
        return Optional.of(new Obstacle(reason, until));
    }

    /** The first obstacle for a run of a schedule; empty if the run may begin. */
    static Optional<Obstacle> first(
            ScheduleDefinition schedule, ServiceRecord service, Surroundings around, Instant now) {
        return lever(around)
                .or(() -> calendar(schedule, around))
                .or(() -> blackout(schedule, service, now))
                .or(() -> busy(service, around))
                .or(() -> cooldown(schedule, service, now))
                .or(() -> backOff(service, now))
                .or(() -> harm(service, now))
                .or(() -> dependency(service, around))
                .or(() -> tooMany(around));
    }

    private static Optional<Obstacle> lever(Surroundings around) {
        return around.lever().map(Engaged::words).flatMap(words -> of(sentence(words), Optional.empty()));
    }

    private static String sentence(String words) {
        String text = Character.toUpperCase(words.charAt(0)) + words.substring(1);
        return text.endsWith(".") ? text : text + ".";
    }

    /** Without a calendar, neither its blackouts are known nor whether its events are still meant. */
    private static Optional<Obstacle> calendar(ScheduleDefinition schedule, Surroundings around) {
        return schedule.calendars().stream()
                .flatMap(name -> around.calendarProblem().apply(name).stream())
                .findFirst()
                .flatMap(problem -> of(problem, Optional.empty()));
    }

    /** A run begins only if it ends before the next blackout even if it takes as long as its limits allow. */
    private static Optional<Obstacle> blackout(ScheduleDefinition schedule, ServiceRecord service, Instant now) {
        Duration longest = service.maxDuration().plus(RESTORE);
        Optional<BlackoutPeriod> blackout = schedule.blackoutDuring(now, longest);
        return blackout.flatMap(it -> of(
                it.contains(now)
                        ? "A blackout (" + it.why() + ") lasts until " + it.until() + "."
                        : "A blackout (" + it.why() + ") begins at " + it.from() + ", and a run may take "
                                + longest.toMinutes() + " min.",
                Optional.of(freeAfter(schedule, it.until(), longest))));
    }

    /** Blackouts that follow one another closely leave no time for a run. */
    private static Instant freeAfter(ScheduleDefinition schedule, Instant end, Duration longest) {
        Instant free = end;
        for (int chained = 0; chained < 50; chained++) {
            Optional<BlackoutPeriod> next = schedule.blackoutDuring(free, longest);
            if (next.isEmpty()) {
                return free;
            }
            free = next.get().until();
        }
        return free;
    }

    private static Optional<Obstacle> busy(ServiceRecord service, Surroundings around) {
        return Optional.ofNullable(around.active().get(service.name()))
                .flatMap(run -> of("Run " + run + " is active on this pool.", Optional.empty()));
    }

    private static Optional<Obstacle> cooldown(ScheduleDefinition schedule, ServiceRecord service, Instant now) {
        return service.lastEnded()
                .filter(ended -> ended.plus(schedule.cooldown()).isAfter(now))
                .map(ended -> new Obstacle(
                        "The end of the last run of the service is at " + ended + ", and the cooldown is "
                                + schedule.cooldown().toMinutes() + " min.",
                        Optional.of(ended.plus(schedule.cooldown())),
                        true));
    }

    private static Optional<Obstacle> backOff(ServiceRecord service, Instant now) {
        return BackOff.until(service)
                .filter(until -> until.isAfter(now))
                .flatMap(until -> of(
                        service.failures()
                                + (service.failures() == 1 ? " run" : " runs in a row")
                                + " ended without a result, so none begins before " + until + ".",
                        Optional.of(until)));
    }

    private static Optional<Obstacle> harm(ServiceRecord service, Instant now) {
        WeeklyHarm budget = service.weeklyHarm();
        return budget == null
                ? Optional.empty()
                : HarmBudget.usedUp(budget, service.harm().get(), now);
    }

    private static Optional<Obstacle> dependency(ServiceRecord service, Surroundings around) {
        return service.dependsOn().stream()
                .filter(around.dependencies()::containsKey)
                .findFirst()
                .flatMap(name -> of(
                        "Run " + around.dependencies().get(name) + " is active and depends on " + name + " too.",
                        Optional.empty()));
    }

    private static Optional<Obstacle> tooMany(Surroundings around) {
        int active = around.active().size();
        return active < around.atMost()
                ? Optional.empty()
                : of(
                        active + " runs are active, and redliner.controller.schedules.at-most is " + around.atMost()
                                + ".",
                        Optional.empty());
    }
}
