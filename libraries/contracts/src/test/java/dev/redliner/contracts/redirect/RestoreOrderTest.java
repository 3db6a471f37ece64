package dev.redliner.contracts.redirect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.RedirectOrder.Action;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreOrderTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void a_restore_with_a_raised_token_begins_its_sequence() {
        assertThat(RedirectOrder.restoreAbove("shop", 42, NOW))
                .isEqualTo(new RedirectOrder(
                        "shop",
                        "restore-42",
                        42,
                        1,
                        Action.RESTORE,
                        new Share(0),
                        NOW,
                        Duration.ofSeconds(3),
                        RedirectOrder.ANY_REVISION));
    }

    @Test
    void a_restore_without_the_journal_allows_no_later_order_of_its_token() {
        RedirectOrder order = RedirectOrder.restoreWithoutJournal("shop", 41, NOW);
        assertThat(order.token()).isEqualTo(41);
        assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE);
        assertThat(order.run()).isEqualTo("restore-41");
    }

    @Test
    void the_last_restore_of_a_run_carries_its_name_and_validity() {
        RedirectOrder order = RedirectOrder.lastRestore("shop", "shop-7", 41, NOW, Duration.ofSeconds(5), null);
        assertThat(List.of(order.run(), order.action())).containsExactly("shop-7", Action.RESTORE);
        assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE);
        assertThat(order.validUntil()).isEqualTo(NOW.plusSeconds(5));
    }
}
