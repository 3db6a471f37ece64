package dev.redliner.collector.procfs;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The CPUs on which a process may run, because of its cpuset or its affinity: a line of {@code /proc/PID/status}. */
public final class AllowedCpus {
    private static final String FILE = "/proc/PID/status";
    private static final String LINE = "Cpus_allowed_list:";
    private static final int MOST = 1 << 16;

    private AllowedCpus() {}

    /**
     * The names of the CPUs as {@code /proc/stat} has them, such as {@code cpu0}. They may contain CPUs that are offline.
     *
     * @throws MalformedText if the line is missing or malformed
     */
    public static Set<String> parse(String status) {
        String line = status.lines()
                .filter(each -> each.startsWith(LINE))
                .findFirst()
                .orElseThrow(() -> new MalformedText(FILE, "no line " + LINE));
        return Stream.of(line.substring(LINE.length()).strip().split(","))
                .flatMapToInt(range -> numbers(line, range))
                .mapToObj(number -> "cpu" + number)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static IntStream numbers(String line, String range) {
        int dash = range.indexOf('-');
        long first = Numbers.parse(FILE, line, dash < 0 ? range : range.substring(0, dash));
        long last = dash < 0 ? first : Numbers.parse(FILE, line, range.substring(dash + 1));
        if (last < first || last >= MOST) {
            throw MalformedText.inLine(FILE, line);
        }
        return IntStream.rangeClosed((int) first, (int) last);
    }
}
