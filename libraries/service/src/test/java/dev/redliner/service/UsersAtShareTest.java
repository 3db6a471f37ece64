package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.service.UsersAtShare.Placed;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsersAtShareTest {
    @Test
    void users_are_placed_at_whole_buckets_in_the_order_of_the_question() {
        // the buckets of a and of abc are 2955 and 2249 of 10,000; the baseline is 1,000
        UsersAtShare placed = UsersAtShare.of(
                UserPlaceTest.pool(Tier.FRONT_END, "web-1"), List.of("a", "abc"), Share.ofFraction(0.25004));
        assertThat(placed.users())
                .containsExactly(new Placed("a", 2_955, "peers", "peers"), new Placed("abc", 2_249, "peers", "web-1"));
        assertThat(placed.share()).isEqualTo(Share.ofFraction(0.25));
        assertThat(placed.words()).isEqualTo("1 of 2 users are on the SUT at 25%, and 0 at the baseline");
        assertThat(placed.users().get(0).servedBySut()).isFalse();
    }
}
