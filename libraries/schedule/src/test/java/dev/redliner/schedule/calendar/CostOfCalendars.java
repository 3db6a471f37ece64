package dev.redliner.schedule.calendar;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures time and heap of reading calendars, large and hostile ones among them. Its main method prints the lines of
 * the table in docs/benchmarks.md.
 */
final class CostOfCalendars {
    private static final int TIMES = 20;
    private static final LocalDate FROM = LocalDate.of(2026, 10, 16);
    private static final LocalDate UNTIL = LocalDate.of(2027, 12, 30);

    private CostOfCalendars() {}

    public static void main(String[] args) {
        Map<String, String> calendars = new LinkedHashMap<>();
        calendars.put("500 weekly events", calendar(500, "RRULE:FREQ=WEEKLY"));
        calendars.put("19,000 single events", calendar(19_000, ""));
        calendars.put("110 daily events since 2020", calendar(110, "RRULE:FREQ=DAILY"));
        String hours = IntStream.range(0, 24).mapToObj(Integer::toString).collect(Collectors.joining(","));
        calendars.put(
                "40 events, 24 times a day, counted",
                calendar(40, "RRULE:FREQ=DAILY;BYHOUR=" + hours + ";COUNT=100000"));
        calendars.put("250,000 components in one another", "BEGIN:VCALENDAR\r\n" + "BEGIN:X-A\r\n".repeat(250_000));
        calendars.put("a line of 3.9 MB", "BEGIN:VCALENDAR\r\nX:" + "a".repeat(3_900_000));
        calendars.put("a line with 900,000 parameters", "BEGIN:VCALENDAR\r\nX" + ";A=b".repeat(900_000) + ":x\r\n");
        calendars.put("a line that is folded 700,000 times", "BEGIN:VCALENDAR\r\nX:a" + "\r\n b".repeat(700_000));
        calendars.forEach(CostOfCalendars::measure);
    }

    private static String calendar(int events, String rule) {
        return Stream.concat(
                        Stream.of("BEGIN:VCALENDAR"),
                        Stream.concat(
                                IntStream.range(0, events).mapToObj(i -> event(i, rule)), Stream.of("END:VCALENDAR")))
                .collect(Collectors.joining("\r\n", "", "\r\n"));
    }

    private static String event(int number, String rule) {
        String day = "202" + number % 7 + "010" + (1 + number % 9);
        return "BEGIN:VEVENT\r\nUID:" + number + "\r\nSUMMARY:Change " + number
                + "\r\nDTSTART;TZID=Europe/Berlin:" + day + "T100000\r\nDTEND;TZID=Europe/Berlin:" + day + "T120000\r\n"
                + (rule.isEmpty() ? "" : rule + "\r\n") + "END:VEVENT";
    }

    private static void measure(String name, String text) {
        String result = "";
        long before = usedHeap();
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < TIMES; i++) {
            long begin = System.nanoTime();
            result = read(text);
            fastest = Math.min(fastest, System.nanoTime() - begin);
        }
        System.out.printf(
                "| %s | %,d KB | %s | %d ms | %+d KB |%n",
                name, text.length() / 1_000, result, fastest / 1_000_000, (usedHeap() - before) / 1024);
    }

    private static String read(String text) {
        try {
            return String.format(
                    "%,d occurrences",
                    ICalendar.parse(text).occurrences(FROM, UNTIL).size());
        } catch (InvalidCalendar e) {
            return "refused";
        }
    }

    static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
