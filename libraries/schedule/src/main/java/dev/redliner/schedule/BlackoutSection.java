package dev.redliner.schedule;

import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the list {@code blackouts:}. Each is daily ({@code 08:00}), of dates ({@code 2026-12-24T00:00}) or of a calendar. */
final class BlackoutSection {
    private static final int MOST = 200;
    private static final int MOST_OF_CALENDARS = 10;
    private static final String EXAMPLE = "such as {from: \"08:00\", to: \"20:00\", days: [mon, fri]}";
    private static final Map<String, DayOfWeek> DAYS = Map.of(
            "mon", DayOfWeek.MONDAY,
            "tue", DayOfWeek.TUESDAY,
            "wed", DayOfWeek.WEDNESDAY,
            "thu", DayOfWeek.THURSDAY,
            "fri", DayOfWeek.FRIDAY,
            "sat", DayOfWeek.SATURDAY,
            "sun", DayOfWeek.SUNDAY);

    private static final Set<String> OF_TIMES = Set.of("from", "to", "days");
    private static final Set<String> OF_CALENDAR = Set.of("calendar", "events");

    private BlackoutSection() {}

    static List<Blackout> read(Optional<YamlValue> value, EventsSection events) {
        List<YamlValue> items = value.flatMap(it -> it.list(false, EXAMPLE)).orElse(List.of());
        if (items.size() > MOST) {
            items.get(MOST).problem("more than " + MOST + " blackouts", null);
            return List.of();
        }
        List<YamlValue> ofCalendars =
                items.stream().filter(it -> it.has("calendar")).toList();
        if (ofCalendars.size() > MOST_OF_CALENDARS) {
            ofCalendars
                    .get(MOST_OF_CALENDARS)
                    .problem("more than " + MOST_OF_CALENDARS + " blackouts of calendars", null);
            return List.of();
        }
        return items.stream().flatMap(item -> read(item, events).stream()).toList();
    }

    private static Optional<Blackout> read(YamlValue item, EventsSection events) {
        return item.has("calendar")
                ? item.map(OF_CALENDAR, EXAMPLE).flatMap(events::read).<Blackout>map(CalendarBlackout::new)
                : item.map(OF_TIMES, EXAMPLE).flatMap(BlackoutSection::one);
    }

    private static Optional<Blackout> one(YamlMap map) {
        Optional<YamlValue> from = map.required("from", EXAMPLE);
        Optional<YamlValue> to = map.required("to", EXAMPLE);
        if (from.isEmpty() || to.isEmpty()) {
            return Optional.empty();
        }
        return from.get()
                        .text("such as \"08:00\"")
                        .filter(text -> LocalTexts.time(text).isPresent())
                        .isPresent()
                ? daily(map, from.get(), to.get())
                : dated(map, from.get(), to.get());
    }

    private static Optional<Blackout> daily(YamlMap map, YamlValue from, YamlValue to) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        map.value("days")
                .flatMap(it -> it.list(true, "such as [mon, fri]"))
                .orElse(List.of())
                .forEach(day -> day.oneOf(DAYS).ifPresent(days::add));
        Optional<LocalTime> begin = from.text("such as \"08:00\"").flatMap(LocalTexts::time);
        Optional<LocalTime> end = to.parsed(LocalTexts::time, "a time of the day", "such as \"20:00\"");
        return begin.isPresent() && end.isPresent()
                ? to.built(() -> new DailyBlackout(begin.get(), end.get(), days), EXAMPLE)
                : Optional.empty();
    }

    private static Optional<Blackout> dated(YamlMap map, YamlValue from, YamlValue to) {
        map.value("days").ifPresent(it -> it.problem("a blackout of dates has no days", EXAMPLE));
        String what = "a local date and time";
        String hint = "such as 2026-12-24T00:00, or \"08:00\" for every day";
        Optional<LocalDateTime> begin = from.parsed(LocalTexts::dateTime, what, hint);
        Optional<LocalDateTime> end = to.parsed(LocalTexts::dateTime, what, hint);
        return begin.isPresent() && end.isPresent()
                ? to.built(() -> new DatedBlackout(begin.get(), end.get()), hint)
                : Optional.empty();
    }
}
