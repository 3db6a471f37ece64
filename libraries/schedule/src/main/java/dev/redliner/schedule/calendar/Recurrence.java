package dev.redliner.schedule.calendar;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.dmfs.rfc5545.DateTime;
import org.dmfs.rfc5545.recur.InvalidRecurrenceRuleException;
import org.dmfs.rfc5545.recur.RecurrenceRule;
import org.dmfs.rfc5545.recur.RecurrenceRuleIterator;
import org.jspecify.annotations.Nullable;

/**
 * The rule of an event that recurs. It is computed on local dates and times. Rules that are finer than daily, or whose
 * computation would take long, are refused.
 */
final class Recurrence {
    /** The least days of a period of each frequency. The longest has three days more. */
    private static final Map<String, Integer> DAYS = Map.of("DAILY", 1, "WEEKLY", 7, "MONTHLY", 28, "YEARLY", 365);

    private static final List<String> DATE_LISTS = List.of("BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYDAY");
    private static final List<String> TIME_LISTS = List.of("BYHOUR", "BYMINUTE", "BYSECOND");
    private static final Set<String> OTHERS = Set.of("FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYSETPOS");
    private static final int LONGEST = 1_000;
    private static final int MOST_INTERVAL = 1_000;
    private static final int MOST_COUNT = 100_000;
    private static final int MOST_TIMES_A_DAY = 24;
    private static final long MOST_COMBINATIONS = 10_000;
    /** East of all time zones: a local time is not later in any other. */
    private static final int HOURS_EAST = 14;

    private final ContentLine line;
    private final RecurrenceRule rule;
    private final @Nullable LocalDateTime until;
    private final int days;
    private final long combinations;
    private final boolean counted;

    private Recurrence(
            ContentLine line,
            RecurrenceRule rule,
            @Nullable LocalDateTime until,
            int days,
            long combinations,
            boolean counted) {
        this.line = line;
        this.rule = rule;
        this.until = until;
        this.days = days;
        this.combinations = combinations;
        this.counted = counted;
    }

    /** @param rules the time zone of the event; null if it has none */
    static Recurrence parse(ContentLine line, @Nullable ZoneRules rules) throws InvalidCalendar {
        Map<String, String> parts = parts(line);
        Integer unit = DAYS.get(parts.getOrDefault("FREQ", ""));
        if (unit == null) {
            throw line.problem(
                    parts.containsKey("FREQ")
                            ? "it recurs " + parts.get("FREQ") + "; the finest is DAILY"
                            : "FREQ is missing");
        }
        int interval = number(line, parts, "INTERVAL", 1, MOST_INTERVAL);
        number(line, parts, "COUNT", 1, MOST_COUNT);
        if (product(parts, TIME_LISTS) > MOST_TIMES_A_DAY) {
            throw line.problem("it recurs more than " + MOST_TIMES_A_DAY + " times a day");
        }
        long combinations = Math.multiplyExact(product(parts, DATE_LISTS), product(parts, TIME_LISTS));
        if (combinations > MOST_COMBINATIONS) {
            throw line.problem("its lists have more than " + MOST_COMBINATIONS + " combinations");
        }
        LocalDateTime until = parts.containsKey("UNTIL") ? until(line, parts.get("UNTIL"), rules) : null;
        boolean expands = DATE_LISTS.stream().anyMatch(parts::containsKey);
        long inPeriod = Math.multiplyExact(expands ? unit + 3L : 1, product(parts, TIME_LISTS));
        return new Recurrence(
                line,
                rule(line, parts),
                until,
                unit * interval,
                Math.max(combinations, inPeriod),
                parts.containsKey("COUNT"));
    }

    private static Map<String, String> parts(ContentLine line) throws InvalidCalendar {
        String text = line.value().strip().toUpperCase(Locale.ROOT);
        if (text.length() > LONGEST) {
            throw line.problem("it is longer than " + LONGEST + " characters");
        }
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            int equal = part.indexOf('=');
            String key = part.substring(0, Math.max(0, equal));
            boolean known = OTHERS.contains(key) || DATE_LISTS.contains(key) || TIME_LISTS.contains(key);
            if (part.isEmpty() || key.startsWith("X-")) {
                continue;
            }
            if (!known || equal == part.length() - 1) {
                throw line.problem("'" + part + "' is not supported");
            }
            if (parts.put(key, part.substring(equal + 1)) != null) {
                throw line.problem(key + " is there twice");
            }
        }
        return parts;
    }

    /** The parts are computed by the library, except for UNTIL, which may be in another time zone than the event. */
    private static RecurrenceRule rule(ContentLine line, Map<String, String> parts) throws InvalidCalendar {
        StringBuilder text = new StringBuilder();
        parts.forEach((key, value) -> {
            if (!key.equals("UNTIL")) {
                text.append(text.isEmpty() ? "" : ";").append(key).append('=').append(value);
            }
        });
        try {
            return new RecurrenceRule(text.toString(), RecurrenceRule.RfcMode.RFC5545_STRICT);
        } catch (InvalidRecurrenceRuleException | IllegalArgumentException e) {
            throw line.problem("'" + line.value() + "' is no rule such as FREQ=WEEKLY;BYDAY=MO");
        }
    }

    private static int number(ContentLine line, Map<String, String> parts, String key, int otherwise, int most)
            throws InvalidCalendar {
        String text = parts.getOrDefault(key, Integer.toString(otherwise));
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > most) {
            throw line.problem(key + " '" + text + "' is not within 1 to " + most);
        }
        return Integer.parseInt(text);
    }

    private static long product(Map<String, String> parts, List<String> lists) {
        return lists.stream()
                .filter(parts::containsKey)
                .mapToLong(key -> parts.getOrDefault(key, "")
                                .chars()
                                .filter(it -> it == ',')
                                .count()
                        + 1)
                .reduce(1, (one, other) -> Math.min(one * other, 10 * MOST_COMBINATIONS));
    }

    private static LocalDateTime until(ContentLine line, String text, @Nullable ZoneRules rules)
            throws InvalidCalendar {
        CalendarTime parsed = CalendarTime.parse(line, text, rules);
        if (parsed.date()) {
            return parsed.local().plusDays(1).minusSeconds(1);
        }
        // an event without a zone ends by the clock of each schedule, so not before the instant in any of them
        return rules == null && parsed.rules() != null ? parsed.local().plusHours(HOURS_EAST) : parsed.in(rules);
    }

    /**
     * The steps of the computation, about, for occurrences until an instant. A rule with COUNT is computed from its
     * first occurrence on.
     */
    long work(LocalDateTime first, LocalDateTime from, LocalDateTime to) {
        long before = Math.max(0, ChronoUnit.DAYS.between(first, from)) / days;
        long within = Math.max(0, ChronoUnit.DAYS.between(from, to)) / days + 1;
        return before * (counted ? combinations : 1) + within * combinations;
    }

    /** The begins from one local date and time to another, which is excluded. */
    List<LocalDateTime> begins(LocalDateTime first, LocalDateTime from, LocalDateTime to) throws InvalidCalendar {
        List<LocalDateTime> found = new ArrayList<>();
        try {
            RecurrenceRuleIterator dates = rule.iterator(date(first));
            if (!counted) {
                dates.fastForward(date(from));
            }
            while (dates.hasNext()) {
                LocalDateTime date = date(dates.nextDateTime());
                if (!date.isBefore(to) || (until != null && date.isAfter(until))) {
                    break;
                }
                if (!date.isBefore(from)) {
                    found.add(date);
                }
            }
        } catch (RuntimeException e) {
            // the library gives up after many steps without a date, and fails for some rules that are unusual
            throw line.problem("'" + line.value() + "' has no date in many years, or cannot be computed");
        }
        return found;
    }

    private static DateTime date(LocalDateTime local) {
        return new DateTime(
                local.getYear(),
                local.getMonthValue() - 1,
                local.getDayOfMonth(),
                local.getHour(),
                local.getMinute(),
                local.getSecond());
    }

    private static LocalDateTime date(DateTime date) {
        return LocalDateTime.of(
                date.getYear(),
                date.getMonth() + 1,
                date.getDayOfMonth(),
                date.getHours(),
                date.getMinutes(),
                date.getSeconds());
    }
}
