package dev.redliner.testbench.benchmark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The priority of the process of Redliner. In production, LiveRedliner and PerfAnalyzer do not share the CPUs of the
 * hosts. On one machine they do, and a host that has to wait for a CPU has a lower redline during a run than before it.
 */
final class IdlePriority {
    private IdlePriority() {}

    /**
     * Gives all threads of a process the scheduling policy {@code SCHED_IDLE}: they run only while no other process needs
     * the CPU. Threads that start later inherit it, and so do processes. Processes that run already keep theirs.
     *
     * @return why that was not possible, or empty
     */
    static Optional<String> yieldToOthers(long process) {
        String pid = Long.toString(process);
        try {
            Process chrt = new ProcessBuilder(List.of("chrt", "--idle", "--all-tasks", "--pid", "0", pid))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(chrt.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return chrt.waitFor() == 0 ? Optional.empty() : Optional.of(output);
        } catch (IOException e) {
            return Optional.of("chrt of util-linux cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
