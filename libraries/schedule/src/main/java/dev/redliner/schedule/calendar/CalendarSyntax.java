package dev.redliner.schedule.calendar;

import com.github.mangstadt.vinnie.VObjectProperty;
import com.github.mangstadt.vinnie.io.Context;
import com.github.mangstadt.vinnie.io.SyntaxRules;
import com.github.mangstadt.vinnie.io.VObjectDataListener;
import com.github.mangstadt.vinnie.io.VObjectReader;
import com.github.mangstadt.vinnie.io.Warning;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Splits a text into components and properties. What does not affect the occurrences of events is left out. */
final class CalendarSyntax implements VObjectDataListener {
    private static final int DEEPEST = 4;
    private static final Set<String> NEEDED = Set.of(
            "UID",
            "SUMMARY",
            "DTSTART",
            "DTEND",
            "DURATION",
            "RRULE",
            "RDATE",
            "EXDATE",
            "EXRULE",
            "RECURRENCE-ID",
            "STATUS",
            "TZID",
            "TZOFFSETFROM",
            "TZOFFSETTO");

    private final List<Component> calendars = new ArrayList<>();
    private final Deque<Component> open = new ArrayDeque<>();
    private @Nullable InvalidCalendar problem;

    private CalendarSyntax() {}

    /** The calendar of a text. Several are treated as one, as RFC 5545 allows them in one text. */
    static Component parse(String text) throws InvalidCalendar {
        var syntax = new CalendarSyntax();
        try (var reader = new VObjectReader(new StringReader(text), SyntaxRules.iCalendar())) {
            reader.parse(syntax);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot be read", e);
        }
        return syntax.result();
    }

    private Component result() throws InvalidCalendar {
        if (problem != null) {
            throw problem;
        }
        Component unfinished = open.peek();
        if (unfinished != null) {
            throw new InvalidCalendar(
                    unfinished.line(), "END:" + unfinished.name() + " is missing; the text is not complete");
        }
        if (calendars.isEmpty()) {
            throw new InvalidCalendar(1, "there is no BEGIN:VCALENDAR, so this is no calendar");
        }
        Component all = calendars.get(0);
        for (Component more : calendars.subList(1, calendars.size())) {
            more.parts().forEach(all::add);
        }
        return all;
    }

    @Override
    public void onComponentBegin(String name, Context context) {
        var component = new Component(name.toUpperCase(Locale.ROOT), context.getLineNumber());
        Component outer = open.peek();
        if (open.size() == DEEPEST) {
            stop(context, "components are nested more than " + DEEPEST + " deep");
        } else if (outer == null && !component.name().equals("VCALENDAR")) {
            stop(context, "BEGIN:" + component.name() + " is outside of a VCALENDAR");
        } else if (outer != null
                && component.name().equals("VEVENT")
                && !outer.name().equals("VCALENDAR")) {
            stop(context, "a VEVENT is within a " + outer.name());
        } else {
            open.push(component);
            if (outer == null) {
                calendars.add(component);
            } else {
                outer.add(component);
            }
        }
    }

    @Override
    public void onComponentEnd(String name, Context context) {
        Component ended = open.peek();
        if (ended == null || !ended.name().equalsIgnoreCase(name)) {
            stop(context, "END:" + name + " is not the end of the component that is open");
        } else {
            open.pop();
        }
    }

    @Override
    public void onProperty(VObjectProperty property, Context context) {
        Component component = open.peek();
        if (component == null) {
            stop(context, "'" + property.getName() + "' is outside of a VCALENDAR");
        } else if (NEEDED.contains(name(property))) {
            component.add(line(property, context.getLineNumber()));
        }
    }

    private static String name(VObjectProperty property) {
        return property.getName().strip().toUpperCase(Locale.ROOT);
    }

    private static ContentLine line(VObjectProperty property, int line) {
        Map<String, String> parameters = new HashMap<>();
        property.getParameters().forEach(it -> {
            if (it.getKey() != null && !it.getValue().isEmpty()) {
                parameters.putIfAbsent(
                        it.getKey().toUpperCase(Locale.ROOT), it.getValue().get(0));
            }
        });
        return new ContentLine(name(property), parameters, property.getValue(), line);
    }

    @Override
    public void onVersion(String value, Context context) {
        // 1.0 (vCalendar) has recurrences in another notation, which are refused where they occur
    }

    @Override
    public void onWarning(Warning warning, @Nullable VObjectProperty property, @Nullable Exception e, Context context) {
        if (warning == Warning.UNKNOWN_VERSION || warning == Warning.UNKNOWN_CHARSET) {
            return;
        }
        stop(
                context,
                switch (warning) {
                    case EMPTY_BEGIN, EMPTY_END -> "a BEGIN or END names no component";
                    case UNMATCHED_END -> "an END has no BEGIN";
                    default ->
                        open.isEmpty()
                                ? "there is no BEGIN:VCALENDAR, so this is no calendar"
                                : "there is neither a name nor a colon";
                });
    }

    private void stop(Context context, String why) {
        if (problem == null) {
            problem = new InvalidCalendar(Math.max(1, context.getLineNumber()), why);
        }
        context.stop();
    }
}
