package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PacedPartTest {
    private static final long MS = 1_000_000;

    private final AtomicLong cpu = new AtomicLong();
    private int reads;

    @Test
    void it_is_read_once_a_second_and_repeated_in_between() {
        var part = part(MS);
        assertThat(at(part, 0)).isEqualTo(1);
        assertThat(at(part, 200)).isEqualTo(1);
        assertThat(at(part, 990)).isEqualTo(2);
    }

    @Test
    void a_costly_part_is_read_more_rarely() {
        var part = part(30 * MS);
        assertThat(at(part, 0)).isEqualTo(1);
        assertThat(at(part, 9_000)).isEqualTo(1);
        assertThat(at(part, 10_000)).isEqualTo(2);
    }

    @Test
    void a_failure_is_a_gap_as_long_as_it_is_repeated() {
        var part = new PacedPart(
                "proc.x",
                found -> {
                    throw new java.io.IOException("hidden");
                },
                cpu::get);
        var found = new Found(0);
        part.readInto(found);
        part.readInto(found);
        assertThat(found.gaps()).hasSize(2).allSatisfy(gap -> assertThat(gap.name())
                .isEqualTo("proc.x"));
    }

    private PacedPart part(long costNanos) {
        return new PacedPart(
                "proc.x",
                found -> {
                    cpu.addAndGet(costNanos);
                    found.gauge("proc.x", ++reads);
                },
                cpu::get);
    }

    private static double at(PacedPart part, long ms) {
        var found = new Found(ms * MS);
        part.readInto(found);
        return found.gauges().get("proc.x");
    }
}
