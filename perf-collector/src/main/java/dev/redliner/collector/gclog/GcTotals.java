package dev.redliner.collector.gclog;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Totals over the lines of a JVM log. Supported are the lines of unified logging since JDK 11 with the tags {@code gc*}
 * and {@code safepoint}. Other lines are ignored.
 */
final class GcTotals {
    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
    private static final Pattern PAUSE = Pattern.compile("GC\\(\\d+\\) (?:[YyOo]: )?Pause .* " + NUMBER + "ms$");
    private static final Pattern HEAP = Pattern.compile("GC\\(\\d+\\) .*->(\\d{1,15})([BKMG])\\(");
    private static final Pattern CPU = Pattern.compile("User=" + NUMBER + "s Sys=" + NUMBER + "s Real=" + NUMBER + "s");
    private static final Pattern SAFEPOINT =
            Pattern.compile("Safepoint \".*Reaching safepoint: +(\\d{1,18}) ns.*Total: +(\\d{1,18}) ns");
    /** Of JDK 11. */
    private static final Pattern STOPPED = Pattern.compile("application threads were stopped: " + NUMBER
            + " seconds(?:, Stopping threads took: " + NUMBER + " seconds)?");

    /** User, Sys and Real have steps of 10 ms. Below this time their difference says nothing. */
    private static final double TOLD_FROM_SECONDS = 0.1;

    /** A parallel collector uses more CPU time than real time. One that waits uses far less. */
    private static final double WAITED_RATIO = 3;

    private double pauses;
    private double pausedSeconds;
    private double cpuSeconds;
    private double systemSeconds;
    private double waitedSeconds;
    private double realSeconds;
    private double stoppedSeconds;
    private double reachingSeconds;
    private double longestSeconds;
    private OptionalDouble heapBytes = OptionalDouble.empty();

    void line(String line) {
        // the cheapest test first: most lines of gc* are phases and regions
        if (line.contains("Pause ")) {
            pause(line);
        } else if (line.contains("User=")) {
            cpu(line);
        } else if (line.contains("Safepoint \"") || line.contains("were stopped")) {
            stop(line);
        }
        // a remark or cleanup is a pause, and no collection: its heap has all garbage since the last one
        if (line.contains("Pause Young") || line.contains("Pause Full") || line.contains("Collection")) {
            heap(line);
        }
    }

    private void pause(String line) {
        Matcher pause = PAUSE.matcher(line);
        if (pause.find()) {
            double seconds = Double.parseDouble(pause.group(1)) / 1000;
            pauses++;
            pausedSeconds += seconds;
            longestSeconds = Math.max(longestSeconds, seconds);
        }
    }

    private void cpu(String line) {
        Matcher cpu = CPU.matcher(line);
        if (!cpu.find()) {
            return;
        }
        double system = Double.parseDouble(cpu.group(2));
        double worked = Double.parseDouble(cpu.group(1)) + system;
        double real = Double.parseDouble(cpu.group(3));
        cpuSeconds += worked;
        systemSeconds += system;
        realSeconds += real;
        if (real >= TOLD_FROM_SECONDS && real >= WAITED_RATIO * worked) {
            waitedSeconds += real - worked;
        }
    }

    private void stop(String line) {
        Matcher safepoint = SAFEPOINT.matcher(line);
        Matcher stopped = STOPPED.matcher(line);
        double seconds = 0;
        if (safepoint.find()) {
            seconds = Long.parseLong(safepoint.group(2)) / 1e9;
            reachingSeconds += Long.parseLong(safepoint.group(1)) / 1e9;
        } else if (stopped.find()) {
            seconds = Double.parseDouble(stopped.group(1));
            reachingSeconds += stopped.group(2) == null ? 0 : Double.parseDouble(stopped.group(2));
        }
        stoppedSeconds += seconds;
        longestSeconds = Math.max(longestSeconds, seconds);
    }

    private void heap(String line) {
        Matcher heap = HEAP.matcher(line);
        if (heap.find()) {
            double unit =
                    switch (heap.group(2).charAt(0)) {
                        case 'K' -> 1L << 10;
                        case 'M' -> 1L << 20;
                        case 'G' -> 1L << 30;
                        default -> 1;
                    };
            heapBytes = OptionalDouble.of(Long.parseLong(heap.group(1)) * unit);
        }
    }

    /** Number of pauses. */
    double pauses() {
        return pauses;
    }

    /** Their length, s. */
    double pausedSeconds() {
        return pausedSeconds;
    }

    /** CPU time of the collector's threads in these pauses, s. */
    double cpuSeconds() {
        return cpuSeconds;
    }

    /** The part of {@link #cpuSeconds} in the kernel, such as for pages that are touched for the first time, s. */
    double systemSeconds() {
        return systemSeconds;
    }

    /** Real time of the work that {@link #cpuSeconds} is about, s. */
    double realSeconds() {
        return realSeconds;
    }

    /** Time of long pauses in which the collector's threads did not work, s. */
    double waitedSeconds() {
        return waitedSeconds;
    }

    /** Time in which all threads of the service stood still for any reason, s. */
    double stoppedSeconds() {
        return stoppedSeconds;
    }

    /** The part of {@link #stoppedSeconds} in which threads were still on their way to a standstill, s. */
    double reachingSeconds() {
        return reachingSeconds;
    }

    /** The heap in use after the last collection, bytes; empty before the first. */
    OptionalDouble heapBytes() {
        return heapBytes;
    }

    /** The longest pause or stop since the last call, s; 0 if there was none. */
    double takeLongestSeconds() {
        double longest = longestSeconds;
        longestSeconds = 0;
        return longest;
    }
}
