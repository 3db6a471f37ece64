package dev.redliner.collector.procfs;

/**
 * Time of a CPU, or of all CPUs together, by use: ticks since boot, as in {@code /proc/stat} since Linux 2.6.11. The
 * columns {@code guest} and {@code guest_nice} of newer kernels are parts of {@code user} and {@code nice}, so they are
 * not read.
 */
public record CpuTicks(long user, long nice, long system, long idle, long iowait, long irq, long softirq, long steal) {
    private static final int COLUMNS = 8;

    /** A line such as {@code cpu0 1 2 3 4 5 6 7 8 0 0}. */
    static CpuTicks parse(String file, String line) {
        long[] ticks = new Fields(file, line).numbersFrom(1);
        if (ticks.length < COLUMNS) {
            throw MalformedText.inLine(file, line);
        }
        return new CpuTicks(ticks[0], ticks[1], ticks[2], ticks[3], ticks[4], ticks[5], ticks[6], ticks[7]);
    }

    /** All time, used or not. */
    public long total() {
        return user + nice + system + idle + iowait + irq + softirq + steal;
    }

    /**
     * All time except idle and waiting for disks. Time that a hypervisor gave to other machines (steal) counts as used,
     * because it is not available for more requests.
     */
    public long used() {
        return total() - idle - iowait;
    }
}
