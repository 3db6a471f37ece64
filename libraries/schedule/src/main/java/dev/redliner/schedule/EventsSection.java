package dev.redliner.schedule;

import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.util.Optional;

/** Reads {@code calendar:} and {@code events:}, which select events of a calendar. */
final class EventsSection {
    private EventsSection() {}

    static Optional<EventFilter> read(YamlMap map) {
        Optional<YamlValue> calendar = map.required("calendar", "the name of a calendar of the controller's settings");
        Optional<String> name = calendar.flatMap(it -> it.text("such as acme-changes"));
        Optional<YamlValue> events = map.value("events");
        Optional<String> summary = events.isPresent()
                ? events.flatMap(it -> it.text("a text that the summaries contain, such as freeze"))
                : Optional.of("");
        summary.filter(it -> it.length() > EventFilter.LONGEST_SUMMARY).ifPresent(it -> events.orElseThrow()
                .problem("longer than " + EventFilter.LONGEST_SUMMARY + " characters", "a part of a summary"));
        name.filter(it -> !it.matches(ScheduleDefinition.NAME)).ifPresent(it -> calendar.orElseThrow()
                .problem("'" + it + "' is not a name", "letters, digits, - and _, 63 at most"));
        return name.filter(it -> it.matches(ScheduleDefinition.NAME))
                .flatMap(it -> summary.filter(text -> text.length() <= EventFilter.LONGEST_SUMMARY)
                        .map(text -> new EventFilter(it, text)));
    }
}
