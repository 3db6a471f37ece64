package dev.redliner.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.standalone.machine.MachineReading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
    private static List<String> warnings(double othersFraction, long worstDelayMillis) {
        List<String> notes = new ArrayList<>();
        var machine = new MachineReading(
                2,
                2,
                othersFraction,
                Duration.ofNanos(60_000),
                Duration.ofMillis(worstDelayMillis),
                4L << 30,
                Path.of("data"),
                5L << 30);
        DemoCommand.warn(machine, notes::add);
        return notes;
    }

    @Test
    void a_machine_with_room_gets_no_warning() {
        assertThat(warnings(0.05, 4)).isEmpty();
    }

    @Test
    void every_shortage_is_a_warning_in_the_words_of_the_doctor() {
        assertThat(warnings(0.9, 180))
                .containsExactly(
                        "warning: Other programs use 90% of this machine's 2 cores, which leaves 0.2. The demo needs 0.9."
                                + " Stop other programs, or wait until they are done.",
                        "warning: Programs wake up 0.1 ms late in the median, and 180 ms late at worst. The demo needs at"
                                + " most 1 ms and 135 ms. Stop other programs. A virtual machine may also stall because its"
                                + " host is busy.");
    }
}
