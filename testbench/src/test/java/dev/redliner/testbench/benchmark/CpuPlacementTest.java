package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.collector.host.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CpuPlacementTest {
    /** From {@code sched.h} of Linux. */
    private static final String SCHED_IDLE = "5";

    /** In {@code /proc/PID/stat}, counted from the field after the name of the program. */
    private static final int POLICY = 38;

    private Process process;

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void a_process_runs_only_while_no_other_one_needs_the_cpu() throws IOException {
        String usual = policy();
        assertThat(usual).isNotEqualTo(SCHED_IDLE);
        assertThat(CpuPlacement.yieldToOthers(process.toHandle())).isEmpty();
        assertThat(policy()).isEqualTo(SCHED_IDLE);
        assertThat(CpuPlacement.compete(process.toHandle())).isEmpty();
        assertThat(policy()).isEqualTo(usual);
    }

    @Test
    void a_process_that_has_ended_is_a_reason() throws InterruptedException {
        process.destroyForcibly().waitFor();
        assertThat(CpuPlacement.yieldToOthers(process.toHandle()).orElse("")).contains("chrt");
    }

    @Test
    void hosts_and_others_are_kept_on_their_cpus() throws IOException {
        CpuPlacement machine = CpuPlacement.ofThisMachine();
        int last = machine.ofHosts().get(0);
        // the same one on a machine with a single CPU
        int first = machine.ofOthers().stream().findFirst().orElse(last);
        var placement = new CpuPlacement(List.of(last), List.of(first));
        assertThat(placement.placeHosts(List.of(process.toHandle()))).isEmpty();
        assertThat(cpus()).isEqualTo(Integer.toString(last));
        assertThat(placement.placeOthers(List.of(process.toHandle()))).isEmpty();
        assertThat(cpus()).isEqualTo(Integer.toString(first));
    }

    @Test
    void one_thread_is_kept_with_the_hosts() throws IOException {
        String usual = policy();
        int last = CpuPlacement.ofThisMachine().ofHosts().get(0);
        CpuPlacement.yieldToOthers(process.toHandle());
        var placement = new CpuPlacement(List.of(last), List.of());
        assertThat(placement.placeWithHosts(process.toHandle(), "sleep")).isEmpty();
        assertThat(policy()).isEqualTo(usual);
        assertThat(cpus()).isEqualTo(Integer.toString(last));
        assertThat(placement.placeWithHosts(process.toHandle(), "stalls")).hasValue("the process has no thread stalls");
    }

    @Test
    void the_thread_that_measures_stalls_is_found_by_its_name() {
        Stalls.ofThisProcess();
        var anywhere = new CpuPlacement(List.of(), List.of());
        await().untilAsserted(() -> assertThat(anywhere.placeWithHosts(ProcessHandle.current(), ServicesCommand.STALLS))
                .isEmpty());
    }

    @Test
    void cpus_are_divided_in_halves() {
        assertThat(CpuPlacement.divided("0-1")).isEqualTo(new CpuPlacement(List.of(1), List.of(0)));
        assertThat(CpuPlacement.divided("0-2,5,8-9")).isEqualTo(new CpuPlacement(List.of(5, 8, 9), List.of(0, 1, 2)));
        assertThat(CpuPlacement.divided("3,4,7")).isEqualTo(new CpuPlacement(List.of(4, 7), List.of(3)));
    }

    @Test
    void one_cpu_is_not_divided() throws IOException {
        String before = cpus();
        assertThat(CpuPlacement.divided("4").placeHosts(List.of(process.toHandle())))
                .hasValue("fewer than two CPUs can be used");
        assertThat(cpus()).isEqualTo(before);
    }

    private String policy() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY];
    }

    private String cpus() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElseThrow();
    }
}
