package dev.redliner.controller.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.restore.RestoreWatch.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreWatchTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private final RestoreWatch watch = new RestoreWatch(Duration.ofSeconds(30), run -> this.raisedBefore);
    private boolean raisedBefore;
    private boolean away;

    private List<Boolean> look(int second, Seen... seen) {
        return watch.look(List.of(seen), pool -> away, START.plusSeconds(second)).stream()
                .map(RestoreWatch.Change::overdue)
                .toList();
    }

    private static Seen restoring() {
        return new Seen("shop-1", "shop", false, false);
    }

    private static Seen verified() {
        return new Seen("shop-1", "shop", true, false);
    }

    @Test
    void a_restore_within_its_time_raises_nothing() {
        assertThat(look(0, restoring())).isEmpty();
        assertThat(look(29, restoring())).isEmpty();
        assertThat(look(30, verified())).isEmpty();
        assertThat(look(31)).isEmpty();
        assertThat(look(90)).isEmpty();
        assertThat(watch.overdue()).isEmpty();
    }

    @Test
    void a_restore_that_is_not_seen_in_time_raises_the_alarm_once() {
        look(0, restoring());
        assertThat(look(30, restoring())).containsExactly(true);
        assertThat(look(31, restoring())).isEmpty();
        assertThat(watch.overdue()).hasSize(1);
    }

    @Test
    void the_alarm_ends_when_the_restore_is_seen_after_all() {
        look(0, restoring());
        look(30, restoring());
        assertThat(look(40, verified())).containsExactly(false);
        assertThat(watch.overdue()).isEmpty();
        assertThat(look(41, verified())).isEmpty();
    }

    @Test
    void an_alarm_of_an_earlier_controller_ends_once_when_the_restore_is_seen() {
        raisedBefore = true;
        assertThat(look(0, restoring())).isEmpty();
        assertThat(watch.overdue()).hasSize(1);
        assertThat(look(5, verified())).containsExactly(false);
        assertThat(look(6, verified())).isEmpty();
        assertThat(look(7)).isEmpty();
        assertThat(watch.overdue()).isEmpty();
    }

    @Test
    void few_requests_that_favour_the_baseline_raise_the_alarm_only_if_the_run_does_not_end_by_itself() {
        var undecided = new Seen("shop-1", "shop", false, true);
        look(0, restoring());
        assertThat(look(31, undecided)).isEmpty();
        assertThat(look(129, undecided)).isEmpty();
        assertThat(look(130, undecided)).containsExactly(true);
    }

    @Test
    void traffic_that_no_longer_favours_the_baseline_raises_the_alarm_at_once() {
        look(0, restoring());
        assertThat(look(60, new Seen("shop-1", "shop", false, true))).isEmpty();
        assertThat(look(61, restoring())).containsExactly(true);
    }

    @Test
    void a_run_that_was_away_for_a_moment_is_watched_again() {
        look(0, restoring());
        look(1);
        look(2, restoring());
        assertThat(look(32, restoring())).containsExactly(true);
    }

    @Test
    void an_alarm_of_an_earlier_controller_ends_also_if_the_restore_was_seen_already() {
        raisedBefore = true;
        assertThat(look(0, verified())).containsExactly(false);
        assertThat(look(1, verified())).isEmpty();
    }

    @Test
    void a_run_that_is_ended_unseen_keeps_the_alarm_as_long_as_an_envoy_holds_something_else() {
        away = true;
        look(0, restoring());
        look(30, restoring());
        assertThat(look(60)).isEmpty();
        assertThat(watch.overdue()).hasSize(1);
        away = false;
        assertThat(look(61)).containsExactly(false);
        assertThat(watch.overdue()).isEmpty();
    }

    @Test
    void a_second_run_has_a_time_of_its_own() {
        var second = new Seen("shop-2", "shop", false, false);
        look(0, restoring());
        assertThat(look(30, restoring(), second)).containsExactly(true);
        assertThat(look(59, restoring(), second)).isEmpty();
        assertThat(look(60, restoring(), second)).containsExactly(true);
    }
}
