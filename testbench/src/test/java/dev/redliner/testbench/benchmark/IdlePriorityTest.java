package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class IdlePriorityTest {
    /** From {@code sched.h} of Linux. */
    private static final String SCHED_IDLE = "5";

    /** In {@code /proc/PID/stat}, counted from the field after the name of the program. */
    private static final int POLICY = 38;

    @Test
    void a_process_runs_only_while_no_other_one_needs_the_cpu() throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(policy(process.pid())).isNotEqualTo(SCHED_IDLE);
            assertThat(IdlePriority.yieldToOthers(process.pid())).isEmpty();
            assertThat(policy(process.pid())).isEqualTo(SCHED_IDLE);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_process_that_does_not_exist_is_a_reason() {
        // above the largest number of a process on Linux
        assertThat(IdlePriority.yieldToOthers(1L << 30).orElse("")).contains("chrt");
    }

    private static String policy(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY];
    }
}
