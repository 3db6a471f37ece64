package dev.redliner.schedule;

import dev.redliner.service.DidYouMean;
import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code calendar:} and {@code events:}, which select events of a calendar. */
final class EventsSection {
    private final @Nullable Set<String> calendars;

    /** @param calendars the names of the calendars that exist; null if that is not known */
    EventsSection(@Nullable Set<String> calendars) {
        this.calendars = calendars;
    }

    Optional<EventFilter> read(YamlMap map) {
        Optional<String> name = map.required("calendar", "the name of a calendar of the controller's settings")
                .flatMap(this::name);
        Optional<YamlValue> events = map.value("events");
        Optional<String> summary = events.isPresent() ? events.flatMap(EventsSection::summary) : Optional.of("");
        return name.flatMap(it -> summary.map(text -> new EventFilter(it, text)));
    }

    private Optional<String> name(YamlValue value) {
        Optional<String> name = value.text("such as acme-changes");
        if (name.isPresent() && !name.get().matches(ScheduleDefinition.NAME)) {
            value.problem("'" + name.get() + "' is not a name", "letters, digits, - and _, 63 at most");
            return Optional.empty();
        }
        if (name.isPresent() && calendars != null && !calendars.contains(name.get())) {
            value.problem(
                    "no calendar is called '" + name.get() + "'",
                    calendars.isEmpty()
                            ? "the settings of the controller declare none in redliner.controller.calendars.sources"
                            : DidYouMean.hint(name.get(), calendars));
            return Optional.empty();
        }
        return name;
    }

    private static Optional<String> summary(YamlValue value) {
        Optional<String> summary = value.text("a text that the summaries contain, such as freeze");
        if (summary.isPresent() && summary.get().length() > EventFilter.LONGEST_SUMMARY) {
            value.problem("longer than " + EventFilter.LONGEST_SUMMARY + " characters", "a part of a summary");
            return Optional.empty();
        }
        return summary;
    }
}
