package dev.redliner.testbench.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time and memory of a process, read from {@code /proc}. */
final class ProcessUsage {
    private static final double TICKS_PER_SECOND = 100;

    private ProcessUsage() {}

    /** CPU seconds of a process since its start, in user and system mode. */
    static double cpuSeconds(long pid) {
        String stat = read(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** Resident memory of a process, in MB. */
    static double residentMb(long pid) {
        return read(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .sum();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
