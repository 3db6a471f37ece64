package dev.redliner.schedule.calendar;

import java.util.Map;

/**
 * A property of a component.
 *
 * @param name in upper case, such as {@code DTSTART}
 * @param parameters by their names in upper case; the first value of each
 * @param value as it is written
 * @param line its first line in the text, from 1
 */
record ContentLine(String name, Map<String, String> parameters, String value, int line) {
    ContentLine {
        parameters = Map.copyOf(parameters);
    }

    String parameter(String parameter) {
        return parameters.getOrDefault(parameter, "");
    }

    /** Whether it is the same property, on whichever line. */
    boolean equalTo(ContentLine other) {
        return name.equals(other.name) && parameters.equals(other.parameters) && value.equals(other.value);
    }

    InvalidCalendar problem(String problem) {
        return new InvalidCalendar(line, name + ": " + problem);
    }
}
