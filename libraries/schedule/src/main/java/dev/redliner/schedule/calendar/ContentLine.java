package dev.redliner.schedule.calendar;

import java.util.Map;
import java.util.TreeMap;

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
        parameters = new TreeMap<>(parameters);
    }

    String parameter(String parameter) {
        return parameters.getOrDefault(parameter, "");
    }

    InvalidCalendar problem(String problem) {
        return new InvalidCalendar(line, name + ": " + problem);
    }
}
