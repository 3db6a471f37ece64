package dev.redliner.schedule;

import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When a service is measured by itself.
 *
 * @param name its name: letters, digits, dashes and underscores
 * @param service the service to measure
 * @param timing the local dates and times at which a run is due
 * @param zone the time zone of these and of the blackouts
 * @param profile the profile of the search; null: the profile of the service
 * @param jitter a firing is delayed by a part of this, which is the same for all firings of a local date
 * @param window how long after its due time a run may still begin
 * @param misfire the policy for firings whose window passed while no controller was running
 * @param cooldown how long after the end of the service's last run no run begins
 * @param priority of the firings that wait, those with a higher priority are first
 * @param weeklyHarm no run begins while the runs of the service in the last seven days had this many bad requests beyond
 *     normal; null: no limit. Of the limits of several schedules of a service, the lowest holds for all of them
 * @param onlyWhenNeeded no run begins while the redline has probably changed less since the last result than that result
 *     is uncertain
 * @param blackouts times in which no run of this schedule may be active
 */
public record ScheduleDefinition(
        String name,
        String service,
        Timing timing,
        ZoneId zone,
        @Nullable String profile,
        Duration jitter,
        Duration window,
        Misfire misfire,
        Duration cooldown,
        int priority,
        @Nullable Long weeklyHarm,
        boolean onlyWhenNeeded,
        List<Blackout> blackouts) {
    static final String NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,62}";
    static final Duration MOST_JITTER = Duration.ofMinutes(59);
    static final Duration USUAL_WINDOW = Duration.ofHours(1);
    static final Duration LEAST_WINDOW = Duration.ofMinutes(1);
    static final Duration MOST_WINDOW = Duration.ofHours(24);
    static final Duration USUAL_COOLDOWN = Duration.ofHours(1);
    static final Duration MOST_COOLDOWN = Duration.ofDays(90);
    static final int MOST_PRIORITY = 1000;

    public ScheduleDefinition {
        require(name.matches(NAME), "'" + name + "' is not a name");
        require(service.matches(NAME), "'" + service + "' is not a service");
        Objects.requireNonNull(timing, "timing");
        Objects.requireNonNull(zone, "zone");
        require(profile == null || SearchSettings.profile(profile).isPresent(), "no profile is called " + profile);
        require(!jitter.isNegative() && jitter.compareTo(MOST_JITTER) <= 0, "jitter " + jitter + " is above 59 min");
        require(
                window.compareTo(LEAST_WINDOW) >= 0 && window.compareTo(MOST_WINDOW) <= 0,
                "window " + window + " is not within 1 min to 24 h");
        Objects.requireNonNull(misfire, "misfire");
        require(
                !cooldown.isNegative() && cooldown.compareTo(MOST_COOLDOWN) <= 0,
                "cooldown " + cooldown + " is above 90 days");
        require(Math.abs(priority) <= MOST_PRIORITY, "priority " + priority + " is not within -1000 to 1000");
        require(weeklyHarm == null || weeklyHarm > 0, "weeklyHarm " + weeklyHarm + " is not above zero");
        blackouts = List.copyOf(blackouts);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The names of the calendars that it refers to, in order. */
    public SortedSet<String> calendars() {
        SortedSet<String> names = new TreeSet<>();
        if (timing instanceof OnCalendar onCalendar) {
            names.add(onCalendar.events().calendar());
        }
        for (Blackout blackout : blackouts) {
            if (blackout instanceof CalendarBlackout onCalendar) {
                names.add(onCalendar.events().calendar());
            }
        }
        return names;
    }

    /** This schedule with the slots and the blackouts as the calendars have them. Without them it has neither. */
    public ScheduleDefinition with(CalendarPeriods calendars) {
        return new ScheduleDefinition(
                name,
                service,
                timing instanceof OnCalendar onCalendar ? onCalendar.with(calendars, zone) : timing,
                zone,
                profile,
                jitter,
                window,
                misfire,
                cooldown,
                priority,
                weeklyHarm,
                onlyWhenNeeded,
                blackouts.stream()
                        .map(it -> it instanceof CalendarBlackout blackout ? blackout.with(calendars, zone) : it)
                        .toList());
    }

    /** The blackouts that overlap with the time from one instant until another, earliest first. */
    public List<BlackoutPeriod> blackouts(Instant from, Instant until) {
        return blackouts.stream()
                .flatMap(it -> it.periods(zone, from, until).stream())
                .sorted(Comparator.comparing(BlackoutPeriod::from))
                .toList();
    }

    /** The first blackout that is within the time that a run from an instant on may take. */
    public Optional<BlackoutPeriod> blackoutDuring(Instant from, Duration run) {
        return blackouts(from, from.plus(run)).stream().findFirst();
    }
}
