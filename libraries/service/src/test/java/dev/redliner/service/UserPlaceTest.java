package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UserPlaceTest {
    static Pool pool(Tier tier, String... sut) {
        List<Host> hosts = Stream.of("web-1", "web-2", "web-3", "web-4")
                .map(id -> new Host(id, "127.0.0.1", 8080, null))
                .toList();
        return new Pool(
                "web",
                tier,
                hosts,
                List.of(sut),
                Share.ofFraction(0.1),
                Share.ofFraction(0.6),
                tier == Tier.FRONT_END ? "x-user-id" : null,
                new EnvoySettings(EnvoySettings.Mode.FULL, "127.0.0.1", 10_000, List.of()));
    }

    @Test
    void the_id_in_a_line_is_without_the_blanks_that_envoy_drops() {
        assertThat(UserPlace.idIn(" \tada b\t ")).isEqualTo("ada b");
        assertThat(UserPlace.idIn("\u00a0ada")).isEqualTo("\u00a0ada");
        assertThat(UserPlace.idIn(" \t ")).isEmpty();
    }

    /** XXH64 of "a" is d24ec4f1a98c6e5b, and of "abc" 44bc2cf5ad770999, by its specification. */
    @Test
    void the_bucket_is_the_hash_modulo_ten_thousand() {
        Pool pool = pool(Tier.FRONT_END, "web-1");
        assertThat(UserPlace.of(pool, "a").bucket()).isEqualTo(2_955);
        assertThat(UserPlace.of(pool, "abc").bucket()).isEqualTo(2_249);
    }

    @Test
    void a_user_is_on_the_sut_while_the_share_is_above_the_bucket() {
        UserPlace place = UserPlace.of(pool(Tier.FRONT_END, "web-1"), "a");
        assertThat(place.at(Share.ofFraction(0.2955))).isEmpty();
        assertThat(place.at(Share.ofFraction(0.29559))).as("parts of a bucket").isEmpty();
        assertThat(place.at(Share.ofFraction(0.2956))).contains("web-1");
        assertThat(place.at(Share.ofFraction(1))).contains("web-1");
    }

    @Test
    void users_are_spread_over_the_hosts_of_a_sut_and_over_the_buckets() {
        Pool pool = pool(Tier.FRONT_END, "web-1", "web-2", "web-3");
        List<UserPlace> places = IntStream.range(0, 30_000)
                .mapToObj(user -> UserPlace.of(pool, "user-" + user))
                .toList();
        for (String host : pool.sut()) {
            assertThat(places.stream().filter(it -> it.host().equals(host)).count())
                    .isBetween(9_600L, 10_400L);
        }
        assertThat(places.stream()
                        .filter(it -> it.at(Share.ofFraction(0.3)).isPresent())
                        .count())
                .isBetween(8_600L, 9_400L);
    }

    @Test
    void requests_of_the_back_end_tier_have_no_place() {
        Pool pool = pool(Tier.BACK_END, "web-1");
        assertThatThrownBy(() -> UserPlace.of(pool, "a")).isInstanceOf(IllegalArgumentException.class);
    }
}
