package dev.redliner.schedule.calendar;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A calendar in iCalendar format (RFC 5545). Events that are marked as cancelled are left out. Whether an event shows its
 * time as free or busy is not considered, because calendar programs show events of whole days as free. A text with an
 * event that cannot be understood is refused as a whole: an event that is left out could be a blackout.
 */
public final class ICalendar {
    /** A longer text is refused. */
    public static final int MOST_BYTES = 4_000_000;

    private static final Pattern FOLD = Pattern.compile("\\r?\\n[ \\t]");

    private static final int MOST_EVENTS = 20_000;
    private static final int MOST_OCCURRENCES = 50_000;
    private static final long MOST_WORK = 2_000_000;
    private static final long MOST_REPLACED = 100_000;

    private final List<CalendarEvent> events;

    private ICalendar(List<CalendarEvent> events) {
        this.events = events;
    }

    /** @throws InvalidCalendar if the text is no calendar, has an event that cannot be understood, or is too large */
    public static ICalendar parse(String text) throws InvalidCalendar {
        Component calendar = CalendarSyntax.parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
        CalendarZones zones = new CalendarZones(calendar);
        List<Component> components = calendar.parts("VEVENT");
        if (components.size() > MOST_EVENTS) {
            throw new InvalidCalendar(
                    components.get(MOST_EVENTS).line(), "there are more than " + MOST_EVENTS + " events");
        }
        List<CalendarEvent> events = new ArrayList<>();
        for (Component component : components) {
            events.add(new CalendarEvent(component, zones));
        }
        return new ICalendar(withReplacements(events));
    }

    /**
     * Decodes a text, which is UTF-8. A line may be folded within a character, so a text that cannot be decoded otherwise
     * is unfolded before.
     *
     * @throws InvalidCalendar if the text is too long, or not UTF-8
     */
    public static String decode(byte[] bytes) throws InvalidCalendar {
        if (bytes.length > MOST_BYTES) {
            throw new InvalidCalendar(1, "the text is longer than " + MOST_BYTES + " bytes");
        }
        try {
            return utf8(bytes);
        } catch (CharacterCodingException e) {
            String folded = new String(bytes, StandardCharsets.ISO_8859_1);
            byte[] unfolded = FOLD.matcher(folded).replaceAll("").getBytes(StandardCharsets.ISO_8859_1);
            try {
                return utf8(unfolded);
            } catch (CharacterCodingException again) {
                throw new InvalidCalendar(1, "the text is not UTF-8");
            }
        }
    }

    private static String utf8(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static List<CalendarEvent> withReplacements(List<CalendarEvent> events) throws InvalidCalendar {
        Map<String, List<CalendarEvent>> masters =
                events.stream().filter(it -> !it.replacesAnother()).collect(Collectors.groupingBy(CalendarEvent::uid));
        long replaced = 0;
        for (CalendarEvent replacement : events) {
            if (replacement.replacesAnother()) {
                List<CalendarEvent> others = masters.getOrDefault(replacement.uid(), List.of());
                replaced += others.size();
                if (replaced > MOST_REPLACED) {
                    throw new InvalidCalendar(1, "too many events with one UID are changed by others");
                }
                others.forEach(it -> it.replacedBy(replacement));
            }
        }
        return events.stream().filter(it -> !it.cancelled()).toList();
    }

    /** The number of events, each with all of its occurrences. */
    public int events() {
        return (int) events.stream().filter(it -> !it.replacesAnother()).count();
    }

    /**
     * The occurrences that overlap with the days from one until another, in order of their local begin.
     *
     * @throws InvalidCalendar if there are too many of them, or computing them would take too long
     */
    public List<Occurrence> occurrences(LocalDate from, LocalDate until) throws InvalidCalendar {
        LocalDateTime begin = from.atStartOfDay();
        LocalDateTime end = until.plusDays(1).atStartOfDay();
        if (events.stream().mapToLong(it -> it.work(begin, end)).sum() > MOST_WORK) {
            throw new InvalidCalendar(1, "the events recur too often to be computed; begin them later");
        }
        List<Occurrence> found = new ArrayList<>();
        for (CalendarEvent event : events) {
            found.addAll(event.occurrences(begin, end));
            if (found.size() > MOST_OCCURRENCES) {
                throw new InvalidCalendar(
                        1,
                        "the events occur more than " + MOST_OCCURRENCES + " times from " + from + " until " + until);
            }
        }
        found.sort(Comparator.comparing(Occurrence::begin));
        return List.copyOf(found);
    }
}
