package dev.redliner.controller.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiringQueueTest {
    private static final Instant DUE = Instant.parse("2027-01-10T02:30:00Z");

    private static FiringQueue.Waiting waiting(String name, int priority, Instant due, Instant lastEnded) {
        var schedule = Schedules.parsed(
                Schedules.text(name, "checkout", "cron: \"30 2 * * *\"", "zone: UTC", "priority: " + priority));
        var firing = StoredFiring.waiting(
                name, LocalDateTime.parse("2027-01-10T02:30"), "checkout", due, due.plusSeconds(3600), "");
        return new FiringQueue.Waiting(firing, Schedules.read(schedule, DUE), lastEnded);
    }

    @Test
    void the_priority_comes_first_then_the_age_of_the_last_run_then_the_wait() {
        var urgent = waiting("urgent", 10, DUE.plusSeconds(50), DUE);
        var early = waiting("early", 0, DUE, DUE);
        var never = waiting("never", 0, DUE.plusSeconds(10), Instant.MIN);
        var longAgo = waiting("long-ago", 0, DUE.plusSeconds(10), DUE.minusSeconds(900));
        var later = waiting("later", 0, DUE.plusSeconds(20), DUE.minusSeconds(900));
        var lately = waiting("lately", 0, DUE.plusSeconds(10), DUE.minusSeconds(90));
        var low = waiting("low", -1, DUE.minusSeconds(500), Instant.MIN);

        assertThat(FiringQueue.inOrder(List.of(low, lately, later, longAgo, never, early, urgent)))
                .containsExactly(urgent, never, longAgo, later, lately, early, low);
    }
}
