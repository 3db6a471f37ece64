package dev.redliner.redirector.lease;

import static dev.redliner.redirector.Samples.restore;
import static dev.redliner.redirector.Samples.shift;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.redirector.Samples;
import dev.redliner.redirector.TestMoments;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeaseBookTest {
    private static final Duration MAX_VALIDITY = Duration.ofSeconds(30);

    private final TestMoments time = new TestMoments();
    private final PoolRecord pool = Samples.declared(Samples.pool("checkout"));
    private final LeaseBook book = new LeaseBook(MAX_VALIDITY);

    private OrderResult rule(RedirectOrder order) {
        return book.rule(order, pool, time.now());
    }

    private boolean live() {
        return book.live("checkout", time.now()).isPresent();
    }

    private static Refusal why(OrderResult ruling) {
        return ((OrderResult.Refused) ruling).why();
    }

    @Test
    void a_shift_opens_a_lease_and_the_next_one_renews_it() {
        assertThat(rule(shift("checkout", 1, 1, 0.2, time.wall()))).isInstanceOf(OrderResult.Opened.class);
        time.pass(Duration.ofSeconds(1));
        assertThat(rule(shift("checkout", 1, 2, 0.2, time.wall()))).isInstanceOf(OrderResult.Renewed.class);
        time.pass(Duration.ofMillis(2_999));
        assertThat(live()).isTrue();
    }

    @Test
    void another_share_or_another_run_is_not_a_mere_renewal() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        assertThat(rule(shift("checkout", 1, 2, 0.3, time.wall()))).isInstanceOf(OrderResult.Opened.class);
        assertThat(rule(shift("checkout", 2, 1, 0.3, time.wall()))).isInstanceOf(OrderResult.Opened.class);
    }

    @Test
    void an_order_of_a_newer_run_ends_the_older_lease_even_if_it_is_refused_itself() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        var late = shift("checkout", 2, 1, 0.3, time.wall().minus(Samples.VALID_FOR));
        assertThat(why(rule(late))).isEqualTo(Refusal.EXPIRED);
        assertThat(live()).isFalse();
    }

    @Test
    void a_refused_order_of_the_same_run_leaves_its_lease_alone() {
        rule(shift("checkout", 1, 2, 0.2, time.wall()));
        assertThat(why(rule(shift("checkout", 1, 1, 0.3, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
        assertThat(live()).isTrue();
    }

    @Test
    void a_lease_that_is_not_renewed_expires_once() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        time.pass(Samples.VALID_FOR);
        assertThat(live()).isFalse();
        assertThat(book.expire(time.now())).hasSize(1);
        assertThat(book.expire(time.now())).isEmpty();
        assertThat(book.standing("checkout").state()).isEqualTo(RedirectReport.Lease.EXPIRED);
    }

    @Test
    void time_on_the_way_counts() {
        var order = shift("checkout", 1, 1, 0.2, time.wall());
        time.pass(Duration.ofSeconds(2));
        rule(order);
        time.pass(Duration.ofMillis(999));
        assertThat(live()).isTrue();
        time.pass(Duration.ofMillis(1));
        assertThat(live()).isFalse();
    }

    @Test
    void a_wall_clock_set_back_does_not_lengthen_a_lease() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        time.setWallBy(Duration.ofHours(-1));
        time.pass(Samples.VALID_FOR);
        assertThat(live()).isFalse();
    }

    @Test
    void a_wall_clock_set_forward_ends_a_lease() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        time.setWallBy(Samples.VALID_FOR);
        assertThat(live()).isFalse();
    }

    @Test
    void a_stale_token_is_refused_and_the_live_lease_is_untouched() {
        rule(shift("checkout", 5, 1, 0.2, time.wall()));
        assertThat(why(rule(shift("checkout", 4, 99, 0.5, time.wall())))).isEqualTo(Refusal.STALE_TOKEN);
        assertThat(why(rule(restore("checkout", 4, 100, time.wall())))).isEqualTo(Refusal.STALE_TOKEN);
        assertThat(book.live("checkout", time.now()).orElseThrow().order().token())
                .isEqualTo(5);
    }

    @Test
    void a_sequence_that_is_not_above_the_last_is_refused() {
        rule(shift("checkout", 1, 7, 0.2, time.wall()));
        assertThat(why(rule(shift("checkout", 1, 7, 0.5, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
        assertThat(why(rule(shift("checkout", 1, 6, 0.5, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
        assertThat(book.live("checkout", time.now()).orElseThrow().share().fraction())
                .isEqualTo(0.2);
    }

    @Test
    void a_run_that_was_ended_from_elsewhere_learns_by_whom_also_after_the_order_came_again() {
        rule(shift("checkout", 1, 7, 0.2, time.wall()));
        rule(RedirectOrder.lastRestore(
                "checkout", "checkout-1", 1, time.wall(), Samples.VALID_FOR, "ada: incident 4711"));
        rule(RedirectOrder.lastRestore("checkout", "checkout-1", 1, time.wall(), Samples.VALID_FOR, null));
        assertThat(rule(shift("checkout", 1, 8, 0.5, time.wall())))
                .isInstanceOfSatisfying(OrderResult.Refused.class, refused -> assertThat(refused.detail())
                        .isEqualTo("the run was ended from elsewhere, by ada: incident 4711"));
        assertThat(live()).isFalse();
    }

    @Test
    void an_order_that_was_over_before_it_came_is_refused_but_raises_the_floor() {
        var late = shift("checkout", 9, 4, 0.2, time.wall());
        time.pass(Samples.VALID_FOR);
        assertThat(why(rule(late))).isEqualTo(Refusal.EXPIRED);
        assertThat(why(rule(shift("checkout", 8, 1, 0.2, time.wall())))).isEqualTo(Refusal.STALE_TOKEN);
        assertThat(why(rule(shift("checkout", 9, 4, 0.2, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
        assertThat(rule(shift("checkout", 9, 5, 0.2, time.wall()))).isInstanceOf(OrderResult.Opened.class);
    }

    @Test
    void an_order_issued_further_ahead_than_it_is_valid_is_refused() {
        var ahead = time.wall().plus(Samples.VALID_FOR);
        assertThat(rule(shift("checkout", 1, 1, 0.2, ahead))).isInstanceOf(OrderResult.Opened.class);
        assertThat(why(rule(shift("checkout", 1, 2, 0.3, ahead.plusMillis(1))))).isEqualTo(Refusal.FROM_THE_FUTURE);
    }

    @Test
    void an_order_that_wants_to_outlive_the_promise_is_refused() {
        var order = shift("checkout", 1, 1, 0.2, time.wall());
        var forever = new RedirectOrder(
                order.pool(),
                order.run(),
                1,
                1,
                order.action(),
                order.share(),
                order.issuedAt(),
                Duration.ofDays(99_999),
                order.revision());
        assertThat(why(rule(forever))).isEqualTo(Refusal.VALID_TOO_LONG);
    }

    @Test
    void a_share_above_the_pools_maximum_is_refused_and_the_maximum_itself_is_not() {
        assertThat(why(rule(shift("checkout", 1, 1, 0.600001, time.wall())))).isEqualTo(Refusal.ABOVE_MAX_SHARE);
        assertThat(rule(shift("checkout", 1, 2, 0.6, time.wall()))).isInstanceOf(OrderResult.Opened.class);
    }

    @Test
    void an_unknown_pool_is_refused() {
        var ruling = book.rule(shift("nobody", 1, 1, 0.2, time.wall()), null, time.now());
        assertThat(why(ruling)).isEqualTo(Refusal.UNKNOWN_POOL);
    }

    @Test
    void a_restore_ends_the_lease_at_once_and_bars_what_came_before_it() {
        rule(shift("checkout", 1, 1, 0.2, time.wall()));
        assertThat(rule(restore("checkout", 1, 5, time.wall()))).isInstanceOf(OrderResult.Restored.class);
        assertThat(live()).isFalse();
        assertThat(book.standing("checkout").state()).isEqualTo(RedirectReport.Lease.IDLE);
        assertThat(why(rule(shift("checkout", 1, 5, 0.2, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
        assertThat(rule(shift("checkout", 1, 6, 0.2, time.wall()))).isInstanceOf(OrderResult.Opened.class);
    }

    @Test
    void a_restore_is_obeyed_however_late_and_out_of_order_it_comes() {
        var restore = restore("checkout", 1, 1, time.wall());
        time.pass(Duration.ofMinutes(5));
        rule(shift("checkout", 1, 3, 0.2, time.wall()));
        assertThat(rule(restore)).isInstanceOf(OrderResult.Restored.class);
        assertThat(live()).isFalse();
        assertThat(why(rule(shift("checkout", 1, 3, 0.2, time.wall())))).isEqualTo(Refusal.STALE_SEQUENCE);
    }

    @Test
    void whatever_comes_in_whatever_order_no_lease_outlives_its_validity_and_tokens_only_grow() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        long floor = 0;
        for (int i = 0; i < 20_000; i++) {
            time.pass(Duration.ofMillis(random.nextInt(400)));
            time.setWallBy(Duration.ofMillis(random.nextInt(200) - 100));
            var issued = time.wall().plusMillis(random.nextInt(10_000) - 6_000);
            long token = 1 + random.nextInt(1 + i / 100);
            var order = random.nextInt(10) == 0
                    ? restore("checkout", token, i, issued)
                    : shift("checkout", token, i, random.nextDouble(), issued);
            OrderResult ruling = rule(order);
            if (!(ruling instanceof OrderResult.Refused)) {
                assertThat(token).as("seed %d step %d", seed, i).isGreaterThanOrEqualTo(floor);
            }
            floor = Math.max(floor, token);
            book.live("checkout", time.now()).ifPresent(lease -> {
                assertThat(time.now().since(lease.received())).isLessThan(Samples.VALID_FOR);
                assertThat(lease.share())
                        .isLessThanOrEqualTo(Samples.pool("checkout").maxShare());
            });
        }
    }
}
