package dev.redliner.collector.procfs;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code /proc/stat}.
 *
 * @param all all CPUs together
 * @param cpus each CPU that is online, by its name
 * @param contextSwitches since boot
 * @param interrupts since boot
 * @param bootTime seconds since 1970
 * @param running tasks that run or could run, with the reader itself
 * @param blocked tasks that wait for a disk
 */
public record KernelStat(
        CpuTicks all,
        Map<String, CpuTicks> cpus,
        long contextSwitches,
        long interrupts,
        long bootTime,
        long running,
        long blocked) {
    private static final String FILE = "/proc/stat";

    public KernelStat {
        cpus = Map.copyOf(cpus);
    }

    /** @throws MalformedText if a part is missing or malformed */
    public static KernelStat parse(String text) {
        var cpus = new LinkedHashMap<String, CpuTicks>();
        var others = new HashMap<String, Long>();
        text.lines().forEach(line -> {
            int end = line.indexOf(' ');
            String name = end < 0 ? line : line.substring(0, end);
            if (name.startsWith("cpu")) {
                cpus.put(name, CpuTicks.parse(FILE, line));
            } else if (end > 0) {
                others.put(name, firstNumber(line, end + 1));
            }
        });
        CpuTicks all = cpus.remove("cpu");
        if (all == null || cpus.isEmpty()) {
            throw new MalformedText(FILE, "no lines of CPUs");
        }
        return new KernelStat(
                all,
                cpus,
                of(others, "ctxt"),
                of(others, "intr"),
                of(others, "btime"),
                of(others, "procs_running"),
                of(others, "procs_blocked"));
    }

    /** The line of interrupts has a number for each interrupt, which are not split. */
    private static long firstNumber(String line, int start) {
        int end = line.indexOf(' ', start);
        return Numbers.parse(FILE, line, line.substring(start, end < 0 ? line.length() : end));
    }

    private static long of(Map<String, Long> values, String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new MalformedText(FILE, "no line " + name);
        }
        return value;
    }
}
