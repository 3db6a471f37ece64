package dev.redliner.controller.web;

import dev.redliner.api.RunState;
import dev.redliner.controller.schedule.FiringState;
import dev.redliner.controller.schedule.PlannedFiring;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.StoredFiring;
import dev.redliner.schedule.Cron;
import dev.redliner.schedule.OnCalendar;
import dev.redliner.schedule.OnDeploy;
import dev.redliner.schedule.Once;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.Timing;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A schedule with its next firing and its last ones.
 *
 * @param name the schedule
 * @param service the service that it measures; null if the definition cannot be read
 * @param when its slots, as they were written, with the time zone
 * @param next the next firings, earliest first; the first one may be waiting already
 * @param outcomes the last firings, oldest first
 * @param paused whether it fires nothing until it is resumed
 * @param problem why the definition cannot be read, or why the next run will probably not reach the redline; empty if
 *     nothing is known against it
 */
record ScheduleRow(
        String name,
        @Nullable String service,
        String when,
        List<Next> next,
        List<Outcome> outcomes,
        boolean paused,
        String problem) {
    static final int OUTCOMES = 14;
    static final int NEXT = 5;
    private static final DateTimeFormatter SLOT = DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);
    private static final double COLUMN = 8;

    /**
     * A firing that comes or waits.
     *
     * @param slot its local date and time as text
     * @param at when it is due, in ISO format
     * @param fate whether its run will begin
     * @param reason why it waits or will be skipped; empty if its run will begin
     */
    record Next(String schedule, String slot, String at, Sign fate, String reason) {}

    /**
     * A past firing as a bar: the higher, the better its outcome.
     *
     * @param x its place
     * @param y its upper end
     * @param height of the bar
     * @param mood its colour
     * @param title slot and outcome as text
     */
    record Outcome(double x, double y, double height, String mood, String title) {}

    /** @param past the last firings of the schedule, oldest first */
    static ScheduleRow of(ScheduleOverview overview, List<StoredFiring> past) {
        ScheduleDefinition definition = overview.definition();
        List<Next> next = new ArrayList<>();
        StoredFiring waiting = overview.waiting();
        if (waiting != null) {
            next.add(new Next(
                    waiting.schedule(),
                    SLOT.format(waiting.slot()),
                    Figures.iso(waiting.dueAt()),
                    new Sign("i-cal", "none", waiting.cause().isEmpty() ? "Waits now" : "Waits"),
                    waiting.words()));
        }
        overview.next().forEach(firing -> next.add(next(overview.stored().name(), firing)));
        return new ScheduleRow(
                overview.stored().name(),
                definition == null ? null : definition.service(),
                definition == null ? "" : when(definition),
                next,
                outcomes(past),
                overview.stored().paused(),
                definition == null ? overview.problem() : overview.warning());
    }

    /** A past firing in words. */
    static Sign sign(StoredFiring firing) {
        return switch (firing.state()) {
            case WAITING -> new Sign("i-cal", "none", "Waits");
            case SKIPPED -> new Sign("i-refuse", "none", "Skipped");
            case OMITTED -> new Sign("i-refuse", "none", "Omitted");
            case STARTED -> started(firing.runState());
        };
    }

    static String slot(LocalDateTime slot) {
        return SLOT.format(slot);
    }

    private static Sign started(@Nullable String state) {
        if (state == null) {
            return new Sign("i-run", "run", "Started");
        }
        return Sign.of(RunState.valueOf(state));
    }

    /** The fate of a firing with its icon. */
    static Sign fate(PlannedFiring firing) {
        return switch (firing.fate()) {
            case RUNS -> new Sign("i-check", "ok", "Will run");
            case WAITS -> new Sign("i-cal", "none", "Will wait");
            case SKIPPED -> new Sign("i-refuse", "none", "Will not run");
        };
    }

    private static Next next(String schedule, PlannedFiring firing) {
        return new Next(
                schedule, SLOT.format(firing.slot()), Figures.iso(firing.dueAt()), fate(firing), firing.reason());
    }

    private static String when(ScheduleDefinition definition) {
        Timing timing = definition.timing();
        if (timing instanceof OnDeploy onDeploy) {
            Duration settle = onDeploy.settle();
            return "after each deploy, "
                    + (settle.toSecondsPart() == 0 ? settle.toMinutes() + " min" : Figures.length(settle)) + " later";
        }
        if (timing instanceof OnCalendar onCalendar) {
            return "at the events of " + onCalendar.events().words() + " " + definition.zone();
        }
        String slots = timing instanceof Once once ? "once, " + SLOT.format(once.at()) : ((Cron) timing).text();
        return slots + " " + definition.zone();
    }

    private static List<Outcome> outcomes(List<StoredFiring> past) {
        List<StoredFiring> last = past.subList(Math.max(0, past.size() - OUTCOMES), past.size()).stream()
                .filter(firing -> firing.state() != FiringState.WAITING)
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < last.size(); i++) {
            Sign sign = sign(last.get(i));
            double height = last.get(i).isWithoutRun() ? 2.5 : sign.mood().equals("ok") ? 11 : 7;
            outcomes.add(new Outcome(
                    i * COLUMN + 1,
                    11 - height,
                    height,
                    last.get(i).isWithoutRun() ? "idle" : sign.mood().equals("ok") ? "safe" : "warn",
                    SLOT.format(last.get(i).slot()) + ": " + sign.words()));
        }
        return outcomes;
    }
}
