package dev.redliner.schedule.calendar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A component of a calendar, such as {@code VEVENT}, with its properties and the components in it. */
final class Component {
    private final String name;
    private final int line;
    private final List<ContentLine> lines = new ArrayList<>();
    private final List<Component> parts = new ArrayList<>();

    /**
     * @param name in upper case
     * @param line its first line in the text, from 1
     */
    Component(String name, int line) {
        this.name = name;
        this.line = line;
    }

    /** Whether it has the same properties and components, in the same order. */
    boolean equalTo(Component other) {
        if (!name.equals(other.name) || lines.size() != other.lines.size() || parts.size() != other.parts.size()) {
            return false;
        }
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).equalTo(other.lines.get(i))) {
                return false;
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).equalTo(other.parts.get(i))) {
                return false;
            }
        }
        return true;
    }

    String name() {
        return name;
    }

    int line() {
        return line;
    }

    void add(ContentLine property) {
        lines.add(property);
    }

    void add(Component part) {
        parts.add(part);
    }

    List<Component> parts(String wanted) {
        return parts.stream().filter(part -> part.name.equals(wanted)).toList();
    }

    List<Component> parts() {
        return List.copyOf(parts);
    }

    List<ContentLine> all(String property) {
        return lines.stream().filter(it -> it.name().equals(property)).toList();
    }

    /** The property, which may be there once at most. */
    Optional<ContentLine> one(String property) throws InvalidCalendar {
        List<ContentLine> found = all(property);
        if (found.size() > 1) {
            throw found.get(1).problem("is there twice in this " + name);
        }
        return found.stream().findFirst();
    }

    ContentLine required(String property) throws InvalidCalendar {
        return one(property).orElseThrow(() -> new InvalidCalendar(line, "this " + name + " has no " + property));
    }
}
