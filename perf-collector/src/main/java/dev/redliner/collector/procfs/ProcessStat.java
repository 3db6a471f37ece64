package dev.redliner.collector.procfs;

/**
 * {@code /proc/PID/stat}.
 *
 * @param ended whether the process has ended and its parent did not notice yet (a zombie)
 * @param majorFaults page faults that needed a disk, since the start
 * @param cpuTicks CPU time of all threads since the start, ticks
 * @param threads number of threads
 * @param startTicks start of the process after boot, ticks: with its id, this distinguishes a process from a later one
 */
public record ProcessStat(boolean ended, long majorFaults, long cpuTicks, long threads, long startTicks) {
    private static final String FILE = "/proc/PID/stat";

    /** @throws MalformedText if a column is missing or is not a number */
    public static ProcessStat parse(String text) {
        // the program's name may hold blanks and brackets
        int end = text.lastIndexOf(')');
        if (end < 0) {
            throw new MalformedText(FILE, "no name");
        }
        var fields = new Fields(FILE, text.substring(end + 1));
        String state = fields.word(0);
        return new ProcessStat(
                state.equals("Z") || state.equals("X"),
                fields.number(9),
                fields.number(11) + fields.number(12),
                fields.number(17),
                fields.number(19));
    }
}
