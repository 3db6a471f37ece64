package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.journal.RunJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RemoteRestoresTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final RunJournal.Held SHOP = new RunJournal.Held("shop", "shop-7", 7, "other");

    private final FakeOutbox outbox = new FakeOutbox();
    private final Map<String, RunState> states = new HashMap<>();
    private final RemoteRestores remoteRestores =
            new RemoteRestores(outbox, Duration.ofSeconds(3), run -> Optional.ofNullable(states.get(run)));

    /** Checks ten times a second, as the driver does. */
    private void pass(Instant from, Duration time) {
        for (Instant now = from; now.isBefore(from.plus(time)); now = now.plusMillis(100)) {
            remoteRestores.retry(now);
        }
    }

    @Test
    void it_is_sent_once_a_second_until_the_run_is_seen_to_restore() {
        remoteRestores.make(SHOP, NOW, "sam: enough");
        remoteRestores.settle(NOW);
        pass(NOW, Duration.ofMillis(3_500));
        assertThat(outbox.orders())
                .extracting(RedirectOrder::issuedAt)
                .containsExactly(NOW, NOW.plusSeconds(1), NOW.plusSeconds(2), NOW.plusSeconds(3));
        assertThat(outbox.orders()).allSatisfy(order -> {
            assertThat(order.action()).isEqualTo(RedirectOrder.Action.RESTORE);
            assertThat(order.token()).isEqualTo(7);
            assertThat(order.sequence()).isEqualTo(RedirectOrder.LAST_SEQUENCE);
        });

        states.put("shop-7", RunState.RESTORING);
        remoteRestores.settle(NOW);
        pass(NOW.plusSeconds(4), Duration.ofSeconds(10));
        assertThat(outbox.orders()).hasSize(4);
    }

    @Test
    void it_is_not_sent_for_ever() {
        remoteRestores.make(SHOP, NOW, "sam: enough");
        pass(NOW, Duration.ofMinutes(5));
        assertThat(outbox.orders()).hasSize(30);
        assertThat(outbox.orders().get(29).issuedAt()).isEqualTo(NOW.plusSeconds(29));
    }

    @Test
    void a_run_that_moves_no_traffic_yet_is_borne_with_until_half_a_minute_after_it_does() {
        remoteRestores.make(SHOP, NOW, "sam: enough");
        states.put("shop-7", RunState.BASELINING);
        for (int second = 0; second <= 60; second += 2) {
            remoteRestores.settle(NOW.plusSeconds(second));
            pass(NOW.plusSeconds(second), Duration.ofSeconds(2));
        }
        assertThat(outbox.orders()).hasSize(62);
        states.put("shop-7", RunState.RAMPING);
        remoteRestores.settle(NOW.plusSeconds(62));
        pass(NOW.plusSeconds(62), Duration.ofMinutes(5));
        assertThat(outbox.orders().get(outbox.orders().size() - 1).issuedAt()).isEqualTo(NOW.plusSeconds(60 + 29));
    }

    @Test
    void whoever_asks_again_gets_as_much_time_again() {
        remoteRestores.make(SHOP, NOW, "sam: enough");
        pass(NOW, Duration.ofSeconds(25));
        remoteRestores.make(SHOP, NOW.plusSeconds(25), "sam: enough");
        pass(NOW.plusSeconds(25), Duration.ofMinutes(5));
        assertThat(outbox.orders()).hasSize(25 + 30);
    }

    @Test
    void who_asks_hears_of_the_first_failure_although_it_is_sent_again() {
        outbox.refuses(true);
        CompletableFuture<AbortAnswer> answer = remoteRestores.make(SHOP, NOW, "sam: enough");
        assertThat(answer).isCompletedWithValue(AbortAnswer.UNDELIVERED);
        outbox.refuses(false);
        pass(NOW, Duration.ofMillis(1_100));
        assertThat(outbox.orders()).hasSize(2);
        assertThat(remoteRestores.make(SHOP, NOW.plusSeconds(2), "sam: enough"))
                .isCompletedWithValue(AbortAnswer.TAKEN);
    }

    @Test
    void who_gives_up_waiting_does_so_for_nobody_else() {
        outbox.silent(true);
        CompletableFuture<AbortAnswer> hasty = remoteRestores.make(SHOP, NOW, "sam: enough");
        CompletableFuture<AbortAnswer> patient = remoteRestores.make(SHOP, NOW.plusMillis(500), "sam: enough");
        hasty.complete(AbortAnswer.UNDELIVERED);
        assertThat(patient).isNotDone();
        outbox.silent(false);
        pass(NOW.plusMillis(500), Duration.ofMillis(1_100));
        assertThat(patient).isCompletedWithValue(AbortAnswer.TAKEN);
    }

    @Test
    void who_waits_until_it_is_given_up_is_told_and_who_asks_then_waits_anew() {
        outbox.silent(true);
        CompletableFuture<AbortAnswer> first = remoteRestores.make(SHOP, NOW, "sam: enough");
        pass(NOW, RemoteRestore.FOR);
        assertThat(first).isNotDone();
        remoteRestores.retry(NOW.plus(RemoteRestore.FOR));
        assertThat(first).isCompletedWithValue(AbortAnswer.UNDELIVERED);
        assertThat(remoteRestores.make(SHOP, NOW.plus(RemoteRestore.FOR), "sam: enough"))
                .isNotDone();
    }

    @Test
    void of_two_runs_each_has_its_own_answer_and_its_own_end() {
        var cart = new RunJournal.Held("cart", "cart-2", 2, "other");
        outbox.refuses(true);
        CompletableFuture<AbortAnswer> first = remoteRestores.make(SHOP, NOW, "sam: enough");
        outbox.refuses(false);
        CompletableFuture<AbortAnswer> second = remoteRestores.make(cart, NOW, "sam: enough");
        assertThat(first).isCompletedWithValue(AbortAnswer.UNDELIVERED);
        assertThat(second).isCompletedWithValue(AbortAnswer.TAKEN);
        states.put("cart-2", RunState.RESTORING);
        remoteRestores.settle(NOW);
        pass(NOW, Duration.ofMillis(1_100));
        assertThat(outbox.orders()).extracting(RedirectOrder::run).containsExactly("shop-7", "cart-2", "shop-7");
    }
}
