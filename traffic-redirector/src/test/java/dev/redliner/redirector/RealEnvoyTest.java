package dev.redliner.redirector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.settings.RedirectorProperties;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the redirector against a real Envoy with real requests through it. */
class RealEnvoyTest extends PoolOfTwo {
    private static final String XDS_STREAMS = "cluster.redliner-xds.upstream_rq_active";

    @ParameterizedTest
    @EnumSource(Mode.class)
    void a_share_reaches_traffic_and_goes_back_when_it_is_restored(Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode);
        try (EnvoyProcess envoy = envoy(pool)) {
            assertThat(envoy.atSut(400)).as("baseline of 10%").isBetween(12, 80);
            shift(pool, 0.6);
            assertThat(redirector.envoys(pool).get(0).acknowledged()).isEqualTo(Share.ofFraction(0.6));
            assertThat(envoy.atSut(400)).as("share of 60%").isBetween(180, 300);
            redirector.restore("checkout");
            await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
            assertThat(envoy.atSut(400)).as("restored to 10%").isBetween(12, 80);
            assertThat(redirector.reports)
                    .extracting(RedirectReport::lease)
                    .contains(RedirectReport.Lease.LIVE)
                    .endsWith(RedirectReport.Lease.IDLE);
        }
    }

    @Test
    void the_baseline_follows_a_change_of_the_pool_without_a_new_bootstrap_or_a_run() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = envoy(pool)) {
            assertThat(envoy.atSut(400)).as("baseline of 10%").isBetween(12, 80);
            Pool changed = new Pool(
                    pool.name(),
                    pool.tier(),
                    pool.hosts(),
                    pool.sut(),
                    Share.ofFraction(0.5),
                    pool.maxShare(),
                    pool.userHeader(),
                    pool.envoy());
            redirector.declare(changed);
            await().atMost(PATIENCE).until(() -> envoy.admin("/config_dump").contains("500000"));
            assertThat(envoy.atSut(400)).as("baseline of 50%").isBetween(150, 250);
            shift(changed, 0.15);
            assertThat(envoy.atSut(400)).as("share of 15%").isBetween(25, 100);
            redirector.restore("checkout");
            await().atMost(PATIENCE).until(() -> redirector.all(changed, State.BASELINE));
            assertThat(envoy.atSut(400)).as("restored to 50%").isBetween(150, 250);
        }
    }

    @Test
    void heartbeats_hold_an_override_beyond_its_ttl_and_a_lease_that_is_not_renewed_ends_it() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.6);
            await().during(RedirectorUnderTest.TTL.multipliedBy(2))
                    .atMost(PATIENCE)
                    .until(() -> runtime(envoy).contains("600000"));
            redirector.silence();
            await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
            assertThat(envoy.atSut(400)).isBetween(12, 80);
            assertThat(redirector.reports).extracting(RedirectReport::lease).contains(RedirectReport.Lease.EXPIRED);
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void when_the_redirector_dies_envoy_itself_goes_back_to_the_baseline(Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.6);
            assertThat(runtime(envoy)).contains("600000");
            assertThat(envoy.stat(XDS_STREAMS)).isPositive();
            redirector.die();
            await().atMost(PATIENCE).until(() -> !runtime(envoy).contains("600000"));
            assertThat(envoy.stat(XDS_STREAMS)).as("as the collector sees it").isZero();
            assertThat(envoy.atSut(400)).isBetween(12, 80);
        }
    }

    @Test
    void a_restarted_redirector_takes_an_envoy_over() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = envoy(pool)) {
            int port = redirector.port();
            redirector.die();
            redirector = new RedirectorUnderTest(port, null);
            redirector.declare(pool);
            await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
            shift(pool, 0.6);
            assertThat(envoy.atSut(400)).isBetween(180, 300);
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void users_stay_where_they_are_and_a_bigger_share_only_adds_some(Mode mode) throws IOException {
        Pool pool = pool(Tier.FRONT_END, mode);
        try (EnvoyProcess envoy = envoy(pool)) {
            Set<Integer> baseline = envoy.usersAtSut(600);
            shift(pool, 0.3);
            Set<Integer> some = envoy.usersAtSut(600);
            redirector.shift("checkout", 0.55555);
            await().atMost(PATIENCE)
                    .until(() -> redirector.envoys(pool).get(0).acknowledged().equals(new Share(555_500)));
            Set<Integer> more = envoy.usersAtSut(600);
            assertThat(baseline).isEqualTo(ExpectedUsers.atSut(pool, 0.1, 600));
            assertThat(some).containsAll(baseline).isEqualTo(ExpectedUsers.atSut(pool, 0.3, 600));
            assertThat(more).containsAll(some).isEqualTo(ExpectedUsers.atSut(pool, 0.55555, 600));
            assertThat(envoy.wentToSut("")).as("without a user id").isFalse();
        }
    }

    @Test
    void a_listener_that_envoy_cannot_bind_is_reported_as_rejected() throws IOException {
        try (var taken = new ServerSocket(0)) {
            Pool pool =
                    Samples.pool("checkout", Tier.BACK_END, Mode.FULL, taken.getLocalPort(), sut.port(), peer.port());
            redirector.declare(pool);
            try (EnvoyProcess ignored = EnvoyProcess.start(bootstrap(pool), adminPort, listenPort, folder)) {
                await().atMost(PATIENCE).until(() -> redirector.all(pool, State.REJECTED));
                assertThat(redirector.envoys(pool).get(0).detail()).contains("Listener");
                await().atMost(PATIENCE)
                        .until(() -> redirector.envoys(pool).get(0).confirmedBaseline());
                assertThat(redirector
                                .registry
                                .get("redliner.redirector.nacks")
                                .counter()
                                .count())
                        .isPositive();
            }
        }
    }

    @Test
    void a_clean_stop_restores_before_the_streams_end() throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = envoy(pool)) {
            shift(pool, 0.6);
            redirector.handler.close();
            await().atMost(PATIENCE).until(redirector.hub::restored);
            assertThat(runtime(envoy)).doesNotContain("600000");
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void state_of_the_world_holds_and_ends_an_override_too(Mode mode) throws IOException {
        Pool pool = pool(Tier.BACK_END, mode);
        try (EnvoyProcess envoy = envoy(pool, bootstrap(pool).replace("DELTA_GRPC", "GRPC"))) {
            shift(pool, 0.6);
            await().during(RedirectorUnderTest.TTL.multipliedBy(2))
                    .atMost(PATIENCE)
                    .until(() -> runtime(envoy).contains("600000"));
            redirector.restore("checkout");
            await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
            assertThat(runtime(envoy)).doesNotContain("600000");
            shift(pool, 0.5);
            redirector.die();
            await().atMost(PATIENCE).until(() -> !runtime(envoy).contains("500000"));
            assertThat(envoy.atSut(400)).isBetween(12, 80);
        }
    }

    @Test
    void with_tls_only_an_envoy_with_the_right_certificate_is_led() throws Exception {
        Certificates own = Certificates.make(folder, "redirector");
        Certificates envoys = Certificates.make(folder, "envoy");
        Certificates strangers = Certificates.make(folder, "stranger");
        redirector.close();
        redirector = new RedirectorUnderTest(
                0, new RedirectorProperties.Tls(own.certificate(), own.key(), envoys.certificate()));
        Pool pool = pool(Tier.BACK_END, Mode.RUNTIME_ONLY);
        redirector.declare(pool);
        String plain = bootstrap(pool, true)
                .replace("/etc/redliner/ca.pem", own.certificate().toString());
        try (EnvoyProcess envoy = EnvoyProcess.start(with(plain, strangers), adminPort, listenPort, folder)) {
            await().ignoreExceptions().atMost(PATIENCE).until(() -> envoy.admin("/stats?filter=redliner-xds.ssl")
                    .contains("fail"));
            await().atMost(PATIENCE).until(envoy::serving);
            assertThat(redirector.envoys(pool)).isEmpty();
        }
        try (EnvoyProcess envoy = envoy(pool, with(plain, envoys))) {
            shift(pool, 0.6);
            assertThat(envoy.atSut(400)).isBetween(180, 300);
        }
    }

    private static String with(String bootstrap, Certificates certificates) {
        return bootstrap
                .replace("/etc/redliner/envoy.pem", certificates.certificate().toString())
                .replace("/etc/redliner/envoy-key.pem", certificates.key().toString());
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void envoy_finds_the_bootstraps_valid(Tier tier) throws Exception {
        for (Mode mode : EnvoySettings.Mode.values()) {
            assertThat(EnvoyProcess.validate(bootstrap(pool(tier, mode)), folder))
                    .as("%s %s", tier, mode)
                    .isEmpty();
        }
    }

    private static String runtime(EnvoyProcess envoy) throws IOException {
        return envoy.admin("/runtime");
    }

    private static final int MANY = 200;

    /** No request fails, and the share is the baseline. */
    private static void serves(EnvoyProcess envoy) throws IOException {
        assertThat(envoy.atSut(MANY)).as("of %s requests", MANY).isBetween(3, 45);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_deleted_service_or_another_mode_leaves_envoys_their_configuration_also_after_restarts(boolean deleted)
            throws IOException {
        Pool full = pool(Tier.BACK_END, Mode.FULL);
        Pool served = deleted ? null : pool(Tier.BACK_END, Mode.RUNTIME_ONLY);
        PoolRecord frozen;
        try (EnvoyProcess envoy = envoy(full)) {
            shift(full, 0.6);
            redirector.silence();
            frozen = redirector.freeze(full, served);
            await().atMost(PATIENCE).until(() -> redirector.all(full, State.BASELINE));
            serves(envoy);
            int port = redirector.port();
            redirector.die();
            redirector = new RedirectorUnderTest(port, null);
            redirector.learn(frozen);
            await().atMost(PATIENCE).until(() -> redirector.all(full, State.BASELINE));
            serves(envoy);
        }
        try (EnvoyProcess envoy = EnvoyProcess.start(bootstrap(full), adminPort, listenPort, folder)) {
            await().atMost(PATIENCE).until(envoy::serving);
            serves(envoy);
            if (served != null) {
                shift(full, 0.6);
                assertThat(envoy.atSut(400)).as("runs go on").isBetween(180, 300);
                redirector.restore("checkout");
                await().atMost(PATIENCE).until(() -> redirector.all(full, State.BASELINE));
            }
            redirector.learn(new PoolRecord("checkout", frozen.revision() + 1, served, null));
            await().atMost(PATIENCE).until(() -> !envoy.serving());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELTA_GRPC", "GRPC"})
    void a_restarted_redirector_takes_nothing_from_envoys_before_it_knows_their_pools(String variant)
            throws IOException {
        Pool pool = pool(Tier.BACK_END, Mode.FULL);
        try (EnvoyProcess envoy = envoy(pool, bootstrap(pool).replace("DELTA_GRPC", variant))) {
            int port = redirector.port();
            redirector.die();
            redirector = RedirectorUnderTest.withoutKafka(port);
            await().atMost(PATIENCE).until(() -> redirector.hub.connected() == 1);
            await().atMost(PATIENCE).until(() -> redirector.hub.restored());
            serves(envoy);
            assertThat(envoy.stat("listener_manager.listener_removed")).isZero();
            redirector.handler.poolsKnown();
            serves(envoy);
            assertThat(envoy.stat("listener_manager.listener_removed"))
                    .as("also while this one pool is unknown")
                    .isZero();
            redirector.declare(pool);
            await().atMost(PATIENCE).until(() -> redirector.all(pool, State.BASELINE));
            shift(pool, 0.6);
            assertThat(envoy.atSut(400)).isBetween(180, 300);
        }
    }
}
