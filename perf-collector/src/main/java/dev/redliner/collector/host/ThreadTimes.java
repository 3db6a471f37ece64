package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times of the threads of a process, by {@code /proc/PID/task/TID/schedstat}, in seconds per second: for how long the
 * threads could have run and waited for a CPU, all together, and for how long the busiest of them ran. A thread that
 * ended since the previous read takes its last part with it.
 */
final class ThreadTimes {
    private static final int MOST_THREADS = 2_000;

    private final KernelFiles files;
    private final String folder;
    private Map<String, Times> byThread = Map.of();
    private boolean first = true;
    private long beforeNanos;

    /**
     * The times of a thread since it began, in nanoseconds.
     *
     * @param ran on a CPU
     * @param waited for a CPU
     */
    record Times(long ran, long waited) {
        static final Times NONE = new Times(0, 0);

        /** @param text such as {@code 600000005 251000000 9} */
        static Times parse(String text) {
            String[] fields = text.split(" ");
            return new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
        }

        /** @param most the time between the reads: a thread whose file was not read before has an older part */
        Times since(Times before, long most) {
            return new Times(
                    Math.min(most, Math.max(0, ran - before.ran)), Math.min(most, Math.max(0, waited - before.waited)));
        }
    }

    /** @param folder the folder of the process's threads */
    ThreadTimes(KernelFiles files, String folder) {
        this.files = files;
        this.folder = folder;
    }

    void read(Found into) throws IOException {
        List<String> threads = files.names(folder);
        if (threads.size() > MOST_THREADS) {
            first = true;
            gap(into, threads.size() + " threads are more than " + MOST_THREADS);
            return;
        }
        var now = new HashMap<String, Times>();
        for (String thread : threads) {
            addThread(folder + "/" + thread + "/schedstat", thread, now);
        }
        double seconds = (into.nanos() - beforeNanos) / 1e9;
        if (now.isEmpty()) {
            gap(into, "no thread has a file schedstat");
        } else if (first || seconds <= 0) {
            gap(into, Found.FIRST);
        } else {
            add(into, since(byThread, now, into.nanos() - beforeNanos), seconds);
        }
        first = now.isEmpty();
        byThread = now;
        beforeNanos = into.nanos();
    }

    private static void gap(Found into, String reason) {
        into.gap(HostEvidence.PROC_READY, reason);
        into.gap(HostEvidence.PROC_CPU_BUSIEST, reason);
    }

    private static void add(Found into, List<Times> times, double seconds) {
        double waited = times.stream().mapToLong(Times::waited).sum() / 1e9;
        double busiest = times.stream().mapToLong(Times::ran).max().orElse(0) / 1e9;
        into.gauge(HostEvidence.PROC_READY, waited / seconds);
        into.gauge(HostEvidence.PROC_CPU_BUSIEST, busiest / seconds);
    }

    private void addThread(String file, String thread, Map<String, Times> into) {
        try {
            into.put(thread, Times.parse(files.text(file)));
        } catch (IOException ended) {
            // the thread ended since the list was read
        }
    }

    /** The times since the previous read. Of a thread that is new, all of its times count. */
    private static List<Times> since(Map<String, Times> before, Map<String, Times> now, long most) {
        return now.entrySet().stream()
                .map(thread -> thread.getValue().since(before.getOrDefault(thread.getKey(), Times.NONE), most))
                .toList();
    }
}
