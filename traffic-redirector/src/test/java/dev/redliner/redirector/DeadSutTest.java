package dev.redliner.redirector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Behavior of a real Envoy when the SUT, which has a separate cluster, dies, returns or is only slow or failing. */
class DeadSutTest extends PoolOfTwo {
    private static final String CLUSTER = "cluster.checkout-sut.";

    @ParameterizedTest
    @EnumSource(Mode.class)
    void a_dead_sut_costs_a_few_requests_and_its_peers_have_the_rest_until_it_is_back(Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode);
        try (EnvoyProcess envoy = shifted(pool)) {
            sut.close();
            Map<String, Integer> dying = envoy.answers(200);
            assertThat(dying.getOrDefault("503", 0)).as("failed while it died").isBetween(5, 20);
            assertThat(dying).containsOnlyKeys("503", "peer");
            assertThat(envoy.answers(100)).containsOnly(Map.entry("peer", 100));
            assertThat(envoy.stat(CLUSTER + "outlier_detection.ejections_active"))
                    .isEqualTo(1);
            assertThat(envoy.stat(CLUSTER + "outlier_detection.ejections_enforced_total"))
                    .isPositive();
            assertThat(envoy.stat(CLUSTER + "membership_healthy")).isEqualTo(1);
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
                ejections = envoy.stat(CLUSTER + "outlier_detection.ejections_enforced_total");
            }
            // five failures in a row for each ejection; requests are sent one by one, so nearly none is in flight
            // meanwhile
            assertThat(failed).isBetween(15, 24);
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
                        .isBetween(40, 80);
            }
            sut.answer(200, Duration.ofMillis(60));
            assertThat(envoy.atSut(50)).as("slow answers").isBetween(15, 45);
            assertThat(envoy.stat(CLUSTER + "outlier_detection.ejections_enforced_total"))
                    .isZero();
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

    /** An Envoy that sends 60% of the traffic to the SUT. */
    private EnvoyProcess shifted(Pool pool) throws IOException {
        EnvoyProcess envoy = envoy(pool);
        shift(pool, 0.6);
        return envoy;
    }
}
