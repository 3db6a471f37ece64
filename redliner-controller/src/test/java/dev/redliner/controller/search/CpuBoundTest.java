package dev.redliner.controller.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CpuBoundTest {
    private static final double ALLOWED = 0.01;

    /** Ten minutes of 1,000 requests per second, with noise of this spread that lasts for a while. */
    private static List<Double> traffic(double spread, double lasting) {
        var random = new Random(7);
        var rps = new ArrayList<Double>();
        double away = 0;
        for (int i = 0; i < 600; i++) {
            away = lasting * away + Math.sqrt(1 - lasting * lasting) * random.nextGaussian();
            rps.add(1000 * (1 + spread * away));
        }
        return rps;
    }

    private static double partOfFull(List<Double> poolRps, double limitSeconds) {
        return CpuBound.partOfFull(poolRps, limitSeconds, ALLOWED);
    }

    @Test
    void steady_traffic_may_fill_the_cpu() {
        assertThat(partOfFull(Collections.nCopies(600, 1000.0), 0.1)).isCloseTo(1, within(1e-3));
    }

    @Test
    void noise_needs_room_and_the_more_the_longer_its_busy_spells_last() {
        double brief = partOfFull(traffic(0.08, 0), 0.1);
        double lasting = partOfFull(traffic(0.08, 0.9), 0.1);
        assertThat(brief).isBetween(0.88, 0.97);
        assertThat(lasting).isBetween(0.75, brief - 0.02);
    }

    @Test
    void who_may_wait_longer_may_be_sent_more() {
        assertThat(partOfFull(traffic(0.08, 0.8), 1)).isGreaterThan(partOfFull(traffic(0.08, 0.8), 0.1) + 0.01);
    }

    @Test
    void no_more_wait_longer_than_are_allowed() {
        // one second in fifty brings half a second's work too much at a full CPU, and then there is room to catch up
        var rps = new ArrayList<Double>();
        for (int i = 0; i < 600; i++) {
            rps.add(i % 50 == 0 ? 1470.0 : 990.0);
        }
        double part = partOfFull(rps, 0.3);
        // at this part the one busy second leaves a wait of at most the limit, or it is over before 1% have waited so
        // long
        assertThat(part * 1.471 - 1).isBetween(0.3, 0.45);
    }

    @Test
    void traffic_of_which_little_was_seen_says_nothing() {
        assertThat(partOfFull(traffic(0.08, 0.8).subList(0, 100), 0.1)).isEqualTo(1);
    }
}
