package dev.redliner.collector.procfs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * {@code /proc/net/snmp} and {@code /proc/net/netstat}: pairs of lines, the names and then the values in the same order.
 *
 * @param file the name for messages
 * @param values by group and name, such as {@code Tcp.RetransSegs}; values below zero mean "none" and are left out
 */
public record PairedLines(String file, Map<String, Long> values) {
    public PairedLines {
        values = Map.copyOf(values);
    }

    /** @throws MalformedText if a line of names has no line of as many values */
    public static PairedLines parse(String file, String text) {
        var values = new HashMap<String, Long>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i += 2) {
            var names = new Fields(file, lines.get(i));
            if (i + 1 == lines.size()) {
                throw new MalformedText(file, "the text ends after the names of " + names.word(0));
            }
            var numbers = new Fields(file, lines.get(i + 1));
            if (!names.word(0).endsWith(":")
                    || !numbers.word(0).equals(names.word(0))
                    || names.size() != numbers.size()) {
                throw MalformedText.inLine(file, lines.get(i + 1));
            }
            String group = names.word(0).substring(0, names.word(0).length() - 1);
            for (int column = 1; column < names.size(); column++) {
                if (!numbers.word(column).startsWith("-")) {
                    values.put(group + "." + names.word(column), numbers.number(column));
                }
            }
        }
        return new PairedLines(file, values);
    }

    public OptionalLong find(String name) {
        Long value = values.get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
