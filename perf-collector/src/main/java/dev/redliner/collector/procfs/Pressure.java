package dev.redliner.collector.procfs;

import java.util.OptionalLong;

/**
 * Pressure stall information of one resource: {@code /proc/pressure/cpu} and its like, Linux 4.20 and newer.
 *
 * @param someMicros time in which at least one task waited for the resource, µs
 * @param fullMicros time in which all tasks waited for it, µs; absent for the CPU before Linux 5.13
 */
public record Pressure(long someMicros, OptionalLong fullMicros) {

    /** @throws MalformedText if the text has no line {@code some} with a total */
    public static Pressure parse(String file, String text) {
        OptionalLong some = OptionalLong.empty();
        OptionalLong full = OptionalLong.empty();
        for (String line : text.lines().toList()) {
            if (line.startsWith("some ")) {
                some = OptionalLong.of(total(file, line));
            } else if (line.startsWith("full ")) {
                full = OptionalLong.of(total(file, line));
            }
        }
        if (some.isEmpty()) {
            throw new MalformedText(file, "no line some");
        }
        return new Pressure(some.getAsLong(), full);
    }

    private static long total(String file, String line) {
        int start = line.indexOf(" total=");
        if (start < 0) {
            throw MalformedText.inLine(file, line);
        }
        return Numbers.parse(
                file, line, line.substring(start + " total=".length()).strip());
    }
}
