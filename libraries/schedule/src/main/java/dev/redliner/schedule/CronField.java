package dev.redliner.schedule;

import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A field of a cron expression: numbers, names, ranges and steps, separated by commas. */
enum CronField {
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY("day of the month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
    /** Sunday is both 0 and 7. */
    WEEKDAY("day of the week", 0, 7, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat"));

    private static final Pattern PART =
            Pattern.compile("(\\*|([0-9a-z]{1,3})(?:-([0-9a-z]{1,3}))?)(?:/([0-9]{1,2}))?", Pattern.CASE_INSENSITIVE);

    private final String label;
    private final int least;
    private final int most;
    private final List<String> names;

    CronField(String label, int least, int most, List<String> names) {
        this.label = label;
        this.least = least;
        this.most = most;
        this.names = names;
    }

    /** The days of the week, with Sunday as 7. */
    static SortedSet<Integer> weekdays(String text) {
        return WEEKDAY.parse(text).stream()
                .map(day -> day == 0 ? 7 : day)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** @throws IllegalArgumentException if the text is not such a field */
    SortedSet<Integer> parse(String text) {
        SortedSet<Integer> values = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matched = PART.matcher(part);
            if (!matched.matches()) {
                throw invalid(part);
            }
            boolean all = matched.group(1).equals("*");
            boolean open = !all && matched.group(3) == null && matched.group(4) != null;
            int first = all ? least : number(matched.group(2));
            int last = all || open ? most : matched.group(3) == null ? first : number(matched.group(3));
            int step = matched.group(4) == null ? 1 : Integer.parseInt(matched.group(4));
            if (first > last || step == 0) {
                throw invalid(part);
            }
            for (int value = first; value <= last; value += step) {
                values.add(value);
            }
        }
        return values;
    }

    private int number(String text) {
        int named = names.indexOf(text.toLowerCase(Locale.ROOT));
        int value = named >= 0 ? named + (this == MONTH ? 1 : 0) : text.matches("[0-9]+") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            throw invalid(text);
        }
        return value;
    }

    private IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is not valid as the " + label + " (" + least + " to " + most + ")");
    }
}
