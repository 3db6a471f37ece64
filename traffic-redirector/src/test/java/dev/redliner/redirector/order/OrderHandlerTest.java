package dev.redliner.redirector.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.Samples;
import dev.redliner.redirector.TestMoments;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.RuntimeService;
import dev.redliner.redirector.xds.XdsMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderHandlerTest {
    private final TestMoments time = new TestMoments();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<RedirectReport> reports = new ArrayList<>();
    private final RuntimeHub hub = new RuntimeHub(Duration.ofSeconds(3), time, new XdsMetrics(registry));
    private final ConfigCache configs = new ConfigCache();
    private final RuntimeService service = new RuntimeService(hub, configs, Duration.ofSeconds(3));
    private final OrderHandler handler = new OrderHandler(
            "replica-1", Duration.ofSeconds(30), time, hub, configs, reports::add, new OrderMetrics(registry));

    OrderHandlerTest() {
        handler.learn(Samples.declared(Samples.pool("checkout")));
        reports.clear();
    }

    private RedirectReport last() {
        return reports.get(reports.size() - 1);
    }

    @Test
    void an_accepted_order_is_reported_with_its_run_token_and_sequence() {
        handler.on(Samples.shift("checkout", 7, 3, 0.2, time.wall()));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.LIVE);
        assertThat(last().run()).isEqualTo("run-7");
        assertThat(last().token()).isEqualTo(7);
        assertThat(last().sequence()).isEqualTo(3);
        assertThat(last().asked()).isEqualTo(Share.ofFraction(0.2));
        assertThat(last().redirector()).isEqualTo("replica-1");
    }

    @Test
    void a_refused_order_is_reported_with_its_reason_beside_the_share_that_goes_on() {
        handler.on(Samples.shift("checkout", 7, 3, 0.2, time.wall()));
        handler.on(Samples.shift("checkout", 6, 9, 0.5, time.wall()));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.REFUSED);
        assertThat(last().run()).isEqualTo("run-6");
        assertThat(last().reason()).startsWith("stale-token: ");
        assertThat(last().asked()).isEqualTo(Share.ofFraction(0.2));
        assertThat(registry.get("redliner.redirector.orders.refused")
                        .tag("reason", "stale-token")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void an_order_for_an_unknown_pool_is_refused_by_name() {
        handler.on(Samples.shift("nobody", 1, 1, 0.2, time.wall()));
        assertThat(last().pool()).isEqualTo("nobody");
        assertThat(last().reason()).startsWith("unknown-pool: ");
    }

    @Test
    void an_expired_lease_is_reported_once_and_a_restore_makes_it_idle() {
        handler.on(Samples.shift("checkout", 7, 3, 0.2, time.wall()));
        time.pass(Samples.VALID_FOR);
        handler.expire();
        handler.expire();
        assertThat(reports)
                .extracting(RedirectReport::lease)
                .containsExactly(RedirectReport.Lease.LIVE, RedirectReport.Lease.EXPIRED);
        assertThat(last().asked()).isNull();
        handler.on(Samples.restore("checkout", 7, 4, time.wall()));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.IDLE);
        assertThat(last().run()).isNull();
    }

    @Test
    void what_is_replayed_raises_the_fence_in_silence() {
        var old = Samples.shift("checkout", 7, 3, 0.2, time.wall());
        time.pass(Duration.ofMinutes(5));
        handler.replay(old);
        assertThat(reports).isEmpty();
        handler.on(Samples.shift("checkout", 6, 1, 0.2, time.wall()));
        assertThat(last().reason()).startsWith("stale-token: ");
    }

    @Test
    void no_envoy_hears_of_a_replayed_share_before_all_is_replayed() {
        List<String> written = WrittenLayers.subscribe(service, "envoy-1", "checkout").written;
        handler.replay(Samples.shift("checkout", 7, 3, 0.2, time.wall()));
        handler.expire();
        hub.heartbeat();
        handler.replay(Samples.restore("checkout", 7, 4, time.wall()));
        handler.replayed();
        assertThat(written).as("it was restored before this process started").containsExactly("baseline");
        handler.replay(Samples.shift("checkout", 8, 1, 0.3, time.wall()));
        handler.replayed();
        assertThat(written)
                .as("what still holds is given back")
                .containsExactly("baseline", Samples.pool("checkout").runtimeKey() + "=300000");
    }

    @Test
    void another_definition_ends_the_lease_of_a_run_and_its_orders_are_refused_from_then_on() {
        handler.on(Samples.shift("checkout", 7, 3, 0.5, time.wall()));
        handler.learn(PoolRecord.declared(Samples.pool("checkout"), 2));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.IDLE);
        handler.on(Samples.shift("checkout", 7, 4, 0.5, time.wall()));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.REFUSED);
        assertThat(last().reason()).startsWith("other-definition: it was made for revision 1 of the pool");
        handler.on(Samples.shift("checkout", 8, 1, 0.5, time.wall(), 2));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.LIVE);
    }

    @Test
    void a_run_on_a_definition_that_this_redirector_has_not_read_yet_moves_nothing() {
        handler.on(Samples.shift("checkout", 7, 1, 0.5, time.wall(), 2));
        assertThat(last().reason()).contains("made for revision 2", "serves revision 1");
    }

    @Test
    void a_record_that_is_not_newer_changes_nothing() {
        handler.learn(PoolRecord.declared(Samples.pool("checkout"), 6));
        handler.on(Samples.shift("checkout", 7, 3, 0.5, time.wall(), 6));
        handler.learn(new PoolRecord("checkout", 5, null, null));
        handler.learn(PoolRecord.declared(Samples.pool("checkout"), 6));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.LIVE);
        assertThat(handler.pool("checkout")).isPresent();
    }

    @Test
    void a_frozen_pool_takes_no_share_orders_and_goes_on_reporting_its_envoys() {
        handler.on(Samples.shift("checkout", 7, 3, 0.5, time.wall()));
        handler.learn(new PoolRecord("checkout", 2, null, Samples.pool("checkout")));
        assertThat(last().lease()).isEqualTo(RedirectReport.Lease.IDLE);
        handler.on(Samples.shift("checkout", 8, 1, 0.5, time.wall(), 2));
        assertThat(last().reason()).isEqualTo("unknown-pool: pool checkout is no longer declared");
        WrittenLayers.subscribe(service, "envoy-1", "checkout");
        handler.reportAll();
        assertThat(last().envoys()).extracting(EnvoyState::node).containsExactly("envoy-1");
    }

    @Test
    void after_it_is_closed_no_order_is_obeyed() {
        handler.on(Samples.shift("checkout", 7, 3, 0.2, time.wall()));
        handler.close();
        reports.clear();
        handler.on(Samples.shift("checkout", 7, 4, 0.2, time.wall()));
        assertThat(reports).isEmpty();
    }
}
