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

    /** Its contents as a text that is equal for equal components, on whichever lines they are. */
    String contents() {
        StringBuilder text = new StringBuilder(name);
        lines.forEach(it ->
                text.append('\n').append(it.name()).append(it.parameters()).append(it.value()));
        parts.forEach(it -> text.append('\n').append(it.contents()));
        return text.toString();
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
