package dev.redliner.redirector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behavior of a real Envoy when the SUT, which has a separate cluster, dies, returns or is only slow or failing. */
@Tag("slow")
class DeadSutTest extends PoolOfTwo {
    private static final String CLUSTER = "cluster.checkout-sut.";
    private static final String EJECTIONS = CLUSTER + "outlier_detection.ejections_enforced_total";

    @ParameterizedTest
    @EnumSource(Mode.class)
    void a_dead_sut_costs_a_few_requests_and_its_peers_have_the_rest_until_it_is_back(Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode);
        try (EnvoyProcess envoy = shifted(pool)) {
            sut.close();
            Map<String, Integer> dying = envoy.answers(300);
            long ejections = envoy.stat(EJECTIONS);
            assertThat(dying).containsOnlyKeys("503", "peer");
            assertFewFailed(dying.get("503"), ejections);
            await().atMost(PATIENCE)
                    .until(() -> ejected(envoy) && envoy.answers(5).equals(Map.of("peer", 5)));
            assertThat(envoy.stat(CLUSTER + "upstream_cx_connect_fail")).isGreaterThanOrEqualTo(4);
            assertThat(envoy.stat(CLUSTER + "lb_healthy_panic")).isZero();

            sut = new Upstream("sut", sut.port());
            await().atMost(PATIENCE).until(() -> envoy.stat(CLUSTER + "outlier_detection.ejections_active") == 0);
            assertThat(envoy.atSut(400)).as("its share of 60% again").isBetween(180, 300);
        }
    }

    @Test
    void a_sut_that_stays_dead_costs_a_few_requests_each_time_it_is_tried_again() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = shifted(pool)) {
            sut.close();
            int failed = 0;
            long ejections = 0;
            while (ejections < 3) {
                failed += envoy.answers(20).getOrDefault("503", 0);
                ejections = envoy.stat(EJECTIONS);
            }
            assertFewFailed(failed, ejections);
        }
    }

    @Test
    void users_of_a_dead_sut_are_served_by_its_peers_and_come_back_to_it() throws IOException {
        Pool pool = pool(Tier.FRONT_END, Mode.FULL);
        try (EnvoyProcess envoy = shifted(pool)) {
            var before = envoy.usersAtSut(200);
            sut.close();
            await().atMost(PATIENCE).until(() -> envoy.answers(50).equals(Map.of("peer", 50)));
            sut = new Upstream("sut", sut.port());
            await().atMost(PATIENCE).until(() -> envoy.stat(CLUSTER + "outlier_detection.ejections_active") == 0);
            assertThat(envoy.usersAtSut(200)).isEqualTo(before);
        }
    }

    @Test
    void a_sut_that_answers_5xx_or_slowly_keeps_its_share() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = shifted(pool)) {
            for (int status : new int[] {500, 503, 504}) {
                sut.answer(status, Duration.ZERO);
                assertThat(envoy.answers(100).getOrDefault(status + "", 0))
                        .as("answers %s", status)
                        .isBetween(35, 85);
            }
            sut.answer(200, Duration.ofMillis(60));
            assertThat(envoy.atSut(50)).as("slow answers").isBetween(15, 45);
            assertThat(envoy.stat(EJECTIONS)).isZero();
        }
    }

    @Test
    void all_that_a_healthy_sut_is_said_to_have_had_went_to_it() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = shifted(pool)) {
            long before = envoy.stat(CLUSTER + "upstream_rq_total");
            int atSut = envoy.atSut(500);
            assertThat(envoy.stat(CLUSTER + "upstream_rq_total") - before).isEqualTo(atSut);
            assertThat(envoy.stat(CLUSTER + "membership_total")).isEqualTo(2);
            assertThat(envoy.stat(CLUSTER + "lb_healthy_panic")).isZero();
        }
    }

    /**
     * Five failures in a row cause an ejection, a few more requests are on their way until each worker knows it, and
     * up to four may have failed since the newest. A slow machine sees more ejections, because each ends after some seconds.
     */
    private static void assertFewFailed(int failed, long ejections) {
        assertThat(ejections).isPositive();
        assertThat((long) failed).as("failed in %s ejections", ejections).isBetween(5 * ejections, 8 * ejections + 4);
    }

    /** Whether the SUT is ejected at the moment. Sends requests first, because an ejection ends after some seconds. */
    private static boolean ejected(EnvoyProcess envoy) throws IOException {
        envoy.answers(10);
        return envoy.stat(CLUSTER + "outlier_detection.ejections_active") == 1
                && envoy.stat(CLUSTER + "membership_healthy") == 1;
    }

    /** An Envoy that sends 60% of the traffic to the SUT. */
    private EnvoyProcess shifted(Pool pool) throws IOException {
        EnvoyProcess envoy = envoy(pool);
        shift(pool, 0.6);
        return envoy;
    }
}
