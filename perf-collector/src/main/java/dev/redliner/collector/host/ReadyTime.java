package dev.redliner.collector.host;

import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time for which the threads of a process could have run and waited for a CPU, by
 * {@code /proc/PID/task/TID/schedstat}: seconds per second, of all threads together. A thread that ended since the
 * previous read takes its last part with it.
 */
final class ReadyTime {
    private static final int MOST_THREADS = 2_000;

    private final KernelFiles files;
    private final String folder;
    private Map<String, Long> waitedByThread = Map.of();
    private boolean first = true;
    private long beforeNanos;

    /** @param folder the folder of the process's threads */
    ReadyTime(KernelFiles files, String folder) {
        this.files = files;
        this.folder = folder;
    }

    void read(Found into) throws IOException {
        List<String> threads = files.names(folder);
        if (threads.size() > MOST_THREADS) {
            first = true;
            into.gap(HostEvidence.PROC_READY, threads.size() + " threads are more than " + MOST_THREADS);
            return;
        }
        var now = new HashMap<String, Long>();
        for (String thread : threads) {
            addThread(folder + "/" + thread + "/schedstat", thread, now);
        }
        if (now.isEmpty()) {
            throw new IOException("no thread has a file schedstat");
        }
        double seconds = (into.nanos() - beforeNanos) / 1e9;
        if (first || seconds <= 0) {
            into.gap(HostEvidence.PROC_READY, Found.FIRST);
        } else {
            into.gauge(HostEvidence.PROC_READY, increaseNanos(waitedByThread, now) / 1e9 / seconds);
        }
        first = false;
        waitedByThread = now;
        beforeNanos = into.nanos();
    }

    private void addThread(String file, String thread, Map<String, Long> into) {
        try {
            into.put(thread, Long.parseLong(files.text(file).split(" ")[1]));
        } catch (IOException ended) {
            // the thread ended since the list was read
        }
    }

    /** A thread that is new began within the time, so all of its wait counts. */
    static long increaseNanos(Map<String, Long> before, Map<String, Long> now) {
        long increase = 0;
        for (var thread : now.entrySet()) {
            increase += Math.max(0, thread.getValue() - before.getOrDefault(thread.getKey(), 0L));
        }
        return increase;
    }
}
