package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StartCardTest {
    private static final Instant NOW = Instant.parse("2027-01-10T10:00:00Z");

    private static Optional<Fact> checked(RunState state, Duration ago) {
        Instant ended = NOW.minus(ago);
        return StartCard.checked(
                new RunSummary("shop-4", "shop", state, "The reason.", ended.minusSeconds(20), ended, null, null), NOW);
    }

    @Test
    void what_ended_at_the_baseline_lately_is_shown_with_its_reason() {
        assertThat(checked(RunState.READY, Duration.ofMinutes(3)))
                .contains(new Fact("Dry run", "shop-4 found nothing against a run, 3 min ago", "The reason.", "good"));
        assertThat(checked(RunState.NOT_READY, Duration.ofMinutes(3)))
                .contains(new Fact("Dry run", "shop-4 did not pass, 3 min ago", "The reason.", "warn"));
        assertThat(checked(RunState.REFUSED, Duration.ofMinutes(3)))
                .contains(new Fact("Last run", "shop-4 did not pass, 3 min ago", "The reason.", "warn"));
    }

    @Test
    void what_was_found_a_while_ago_and_a_run_that_moved_traffic_say_nothing_of_now() {
        assertThat(checked(RunState.READY, Duration.ofMinutes(16))).isEmpty();
        assertThat(checked(RunState.COMPLETED, Duration.ofMinutes(3))).isEmpty();
        assertThat(checked(RunState.ABORTED, Duration.ofMinutes(3))).isEmpty();
    }
}
