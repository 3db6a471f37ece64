package dev.redliner.collector.procfs;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lines of a name and a number: {@code /proc/meminfo}, {@code /proc/vmstat}, {@code /proc/PID/status},
 * {@code /proc/PID/io}, and {@code cpu.stat}, {@code memory.stat} and {@code memory.events} of control groups. A colon
 * after the name and a unit after the number are left out.
 *
 * @param file the name for messages
 * @param values the numbers by name; lines of another form are left out
 */
public record KeyValues(String file, Map<String, Long> values) {
    public KeyValues {
        values = Map.copyOf(values);
    }

    public static KeyValues parse(String file, String text) {
        var values = new HashMap<String, Long>();
        text.lines().forEach(line -> {
            int end = nameEnd(line);
            int start = end;
            while (start < line.length() && ": \t".indexOf(line.charAt(start)) >= 0) {
                start++;
            }
            int stop = start;
            while (stop < line.length() && line.charAt(stop) >= '0' && line.charAt(stop) <= '9') {
                stop++;
            }
            boolean ends = stop == line.length() || " \t".indexOf(line.charAt(stop)) >= 0;
            if (end > 0 && stop > start && ends) {
                values.put(line.substring(0, end), Numbers.parse(file, line, line.substring(start, stop)));
            }
        });
        return new KeyValues(file, values);
    }

    private static int nameEnd(String line) {
        int end = 0;
        while (end < line.length() && ": \t".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    /** @throws MalformedText if there is no such line */
    public long get(String name) {
        return find(name).orElseThrow(() -> new MalformedText(file, "no line " + name));
    }

    public OptionalLong find(String name) {
        Long value = values.get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
