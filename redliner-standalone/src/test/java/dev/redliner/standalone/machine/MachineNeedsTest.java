package dev.redliner.standalone.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineNeedsTest {
    private static final long GIB = 1L << 30;
    private static final Path FOLDER = Path.of("data");

    private static MachineReading machine(int usable, int cores, double others, double medianMs, long worstMs) {
        return new MachineReading(
                usable,
                cores,
                others,
                Duration.ofNanos(Math.round(medianMs * 1e6)),
                Duration.ofMillis(worstMs),
                4 * GIB,
                FOLDER,
                5 * GIB);
    }

    private static List<String> shortages(MachineReading machine) {
        return MachineNeeds.shortages(machine).stream().map(MachineRemark::name).toList();
    }

    private static MachineRemark remark(MachineReading machine, String name) {
        return MachineNeeds.judge(machine).stream()
                .filter(remark -> remark.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_quiet_machine_of_two_cores_has_enough_of_everything() {
        assertThat(shortages(machine(2, 2, 0.1, 0.1, 5))).isEmpty();
    }

    @Test
    void a_busy_machine_is_told_from_a_small_one() {
        assertThat(shortages(machine(2, 2, 0.61, 0.1, 5))).containsExactly("load");
        assertThat(remark(machine(2, 2, 0.61, 0.1, 5), "load").comparison())
                .isEqualTo("Other programs use 61% of this machine's 2 cores, which leaves 0.8. The demo needs 0.9.");
        assertThat(shortages(machine(1, 1, 0, 0.1, 5))).containsExactly("cores");
        assertThat(remark(machine(1, 1, 0, 0.1, 5), "cores").comparison())
                .isEqualTo("This process may use 1 core. The demo needs 2.");
    }

    @Test
    void load_counts_by_the_cores_that_it_leaves() {
        assertThat(shortages(machine(8, 8, 0.6, 0.1, 5))).isEmpty();
        assertThat(shortages(machine(2, 64, 0.9, 0.1, 5))).isEmpty();
        assertThat(shortages(machine(2, 64, 0.99, 0.1, 5))).containsExactly("load");
    }

    @Test
    void rare_long_and_frequent_short_delays_are_both_stalls() {
        assertThat(shortages(machine(2, 2, 0.1, 0.1, 135))).isEmpty();
        assertThat(shortages(machine(2, 2, 0.1, 0.1, 136))).containsExactly("stalls");
        assertThat(shortages(machine(2, 2, 0.1, 1.2, 5))).containsExactly("stalls");
        assertThat(remark(machine(2, 2, 0.1, 0.14, 173), "stalls").comparison())
                .isEqualTo("Programs wake up 0.1 ms late in the median, and 173 ms late at worst."
                        + " The demo needs at most 1 ms and 135 ms.");
    }

    @Test
    void little_memory_and_disk_are_shortages() {
        var little = new MachineReading(2, 2, 0, Duration.ZERO, Duration.ZERO, 700L << 20, Path.of("data"), 300L << 20);
        assertThat(shortages(little)).containsExactly("memory", "disk");
        assertThat(remark(little, "memory").comparison())
                .isEqualTo("700 MB of memory are free. The demo needs 900 MB.");
        assertThat(remark(little, "disk").comparison()).isEqualTo("300 MB are free for data. The demo needs 1 GB.");
    }

    @Test
    void much_memory_is_counted_in_gigabytes() {
        var much = new MachineReading(
                2, 2, 0, Duration.ZERO, Duration.ZERO, 21_289L << 20, Path.of("data"), 73_634L << 20);
        assertThat(remark(much, "memory").comparison()).isEqualTo("20 GB of memory are free. The demo needs 900 MB.");
        assertThat(remark(much, "disk").comparison()).isEqualTo("71 GB are free for data. The demo needs 1 GB.");
    }

    @Test
    void every_remark_has_a_remedy() {
        assertThat(MachineNeeds.judge(machine(1, 1, 1, 9, 900)))
                .allMatch(remark ->
                        remark.remedy().endsWith(".") && remark.advice().endsWith(remark.remedy()));
    }
}
