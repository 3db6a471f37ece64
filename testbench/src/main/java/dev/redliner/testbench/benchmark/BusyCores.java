package dev.redliner.testbench.benchmark;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/** Processes that each keep one core busy, as a build beside a run does. They end with this process, however it ends. */
final class BusyCores implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /**
     * Starts them.
     *
     * @param cores how many, 0 for none
     * @throws IllegalArgumentException if the number is below 0
     */
    BusyCores(int cores) throws IOException {
        if (cores < 0) {
            throw new IllegalArgumentException("--busy-cores " + cores + " is below 0");
        }
        String spin = "while kill -0 " + ProcessHandle.current().pid() + " 2>/dev/null; do :; done";
        for (int i = 0; i < cores; i++) {
            processes.add(new ProcessBuilder("sh", "-c", spin)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.DISCARD)
                    .start());
        }
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
