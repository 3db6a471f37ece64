package dev.redliner.collector.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KernelStatTest {
    private static final String REST =
            "intr 9 1 2 3\nctxt 77\nbtime 1795590258\nprocesses 5\nprocs_running 3\nprocs_blocked 1\n";

    @Test
    void a_real_text_has_every_part() {
        KernelStat stat = KernelStat.parse(Texts.of("stat"));
        assertThat(stat.cpus()).containsOnlyKeys("cpu0", "cpu1");
        assertThat(stat.bootTime()).isEqualTo(1_795_590_258L);
        assertThat(stat.contextSwitches()).isPositive();
        assertThat(stat.interrupts()).isPositive();
        assertThat(stat.running()).isPositive();
        long user = stat.cpus().values().stream().mapToLong(CpuTicks::user).sum();
        assertThat(stat.all().user()).isBetween(user - 2, user + 2);
    }

    @Test
    void time_of_guests_is_a_part_of_user_time_and_does_not_count_twice() {
        var without = KernelStat.parse("cpu 100 10 50 1000 200 1 2 5\ncpu0 100 10 50 1000 200 1 2 5\n" + REST);
        var with = KernelStat.parse("cpu 100 10 50 1000 200 1 2 5 90 9\ncpu0 100 10 50 1000 200 1 2 5 90 9\n" + REST);
        assertThat(with).isEqualTo(without);
        assertThat(with.all().total()).isEqualTo(1368);
        assertThat(with.all().used()).as("without idle and iowait").isEqualTo(168);
        assertThat(with.interrupts()).isEqualTo(9);
    }

    @Test
    void a_truncated_text_is_refused() {
        String cpus = "cpu 1 2 3 4 5 6 7 8\ncpu0 1 2 3 4 5 6 7 8\n";
        assertThatThrownBy(() -> KernelStat.parse("")).hasMessage("/proc/stat: no lines of CPUs");
        assertThatThrownBy(() -> KernelStat.parse("cpu 1 2 3\n"))
                .isInstanceOf(MalformedText.class)
                .hasMessage("/proc/stat: unexpected line 'cpu 1 2 3'");
        assertThatThrownBy(() -> KernelStat.parse(cpus + "intr 5\n")).hasMessage("/proc/stat: no line ctxt");
        assertThatThrownBy(() -> KernelStat.parse(cpus.replace("8", "-8") + REST))
                .isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> KernelStat.parse(cpus + REST.replace("77", "x")))
                .hasMessage("/proc/stat: unexpected line 'ctxt x'");
    }
}
