package dev.redliner.standalone.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import oshi.hardware.CentralProcessor.TickType;

class MachineProbeTest {
    private static long[] ticks(long user, long idle, long iowait, long steal) {
        var ticks = new long[TickType.values().length];
        ticks[TickType.USER.getIndex()] = user;
        ticks[TickType.IDLE.getIndex()] = idle;
        ticks[TickType.IOWAIT.getIndex()] = iowait;
        ticks[TickType.STEAL.getIndex()] = steal;
        return ticks;
    }

    @Test
    void others_are_all_that_is_neither_idle_nor_our_own() {
        assertThat(MachineProbe.others(ticks(0, 0, 0, 0), ticks(2_000, 2_500, 300, 200), 500))
                .isCloseTo(0.34, within(1e-9));
        assertThat(MachineProbe.others(ticks(0, 0, 0, 0), ticks(100, 900, 0, 0), 150))
                .isZero();
        assertThat(MachineProbe.others(ticks(5, 5, 5, 5), ticks(5, 5, 5, 5), 0)).isZero();
    }

    @Test
    void a_machine_is_read_within_the_time_that_is_given(@TempDir Path folder) {
        Path later = folder.resolve("not/yet/there");
        MachineReading reading = MachineProbe.read(later, Duration.ofMillis(300));
        assertThat(reading.usableCores()).isPositive();
        assertThat(reading.freeCores()).isBetween(0.0, (double) reading.cores());
        assertThat(reading.worstDelay()).isGreaterThanOrEqualTo(reading.medianDelay());
        assertThat(reading.freeMemoryBytes()).isPositive();
        assertThat(reading.freeDiskBytes()).isPositive();
        assertThat(later).doesNotExist();
    }
}
