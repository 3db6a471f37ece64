package dev.redliner.redirector.xds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.Samples;
import dev.redliner.redirector.TestMoments;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.share.ShareOverride;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RuntimeHubTest {
    private static final Duration TTL = Duration.ofSeconds(3);

    /** Records the messages sent, as {@code layer 20%}, {@code layer baseline} or {@code heartbeat}. */
    private static final class FakeSender implements RuntimeSender {
        final List<String> sent = new ArrayList<>();
        final List<String> versions = new ArrayList<>();
        String lastNonce = "";
        boolean ready = true;

        @Override
        public boolean ready() {
            return ready;
        }

        @Override
        public void layer(RuntimeVersion dispatch, String nonce) {
            sent.add("layer "
                    + dispatch.layer().share("checkout").map(Share::toString).orElse("baseline"));
            versions.add(dispatch.version());
            lastNonce = nonce;
        }

        @Override
        public void heartbeat(RuntimeVersion dispatch, String nonce) {
            sent.add("heartbeat");
            lastNonce = nonce;
        }

        @Override
        public void absent(String name, String nonce) {
            sent.add("absent " + name);
        }

        @Override
        public void close() {
            sent.add("close");
        }
    }

    private final TestMoments time = new TestMoments();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RuntimeHub hub = new RuntimeHub(TTL, time, new XdsMetrics(registry));
    private final Pool pool = Samples.pool("checkout");
    private final FakeSender sender = new FakeSender();
    private final EnvoyStream stream =
            new EnvoyStream("envoy-1", new NodePools(new TreeSet<>(Set.of("checkout"))), sender);
    private final List<Set<String>> changes = new ArrayList<>();

    @BeforeEach
    void connect() {
        hub.addListener(changes::add);
        hub.join(stream);
        ask(Set.of("redliner"), "", null);
    }

    private void ask(Set<String> names, String nonce, @Nullable String error) {
        hub.runtime(stream, new XdsRequest(RuntimeResources.TYPE_URL, names, Set.of(), nonce, error));
    }

    private void ack() {
        ask(Set.of(), sender.lastNonce, null);
    }

    private void shift(double share) {
        hub.publish(List.of(
                new ShareOverride(pool, new Lease(Samples.shift("checkout", 1, 1, share, time.wall()), time.now()))));
    }

    private void rejectListener() {
        hub.config(stream, new XdsRequest("type.googleapis.com/a.b.Listener", Set.of(), Set.of(), "1", "cannot bind"));
    }

    private EnvoyState state() {
        return hub.envoys(pool).get(0);
    }

    @Test
    void an_envoy_that_connects_without_a_lease_gets_an_empty_layer() {
        assertThat(sender.sent).containsExactly("layer baseline");
        assertThat(state().state()).isEqualTo(State.PENDING);
        ack();
        assertThat(state()).isEqualTo(new EnvoyState("envoy-1", State.BASELINE, pool.baselineShare(), null));
    }

    @Test
    void a_share_is_pending_until_it_is_acknowledged() {
        ack();
        shift(0.2);
        assertThat(state()).isEqualTo(new EnvoyState("envoy-1", State.PENDING, pool.baselineShare(), null));
        time.pass(Duration.ofMillis(4));
        ack();
        assertThat(state()).isEqualTo(new EnvoyState("envoy-1", State.APPLIED, Share.ofFraction(0.2), null));
        var timer = registry.get("redliner.redirector.order.to.ack").timer();
        assertThat(timer.count()).isEqualTo(1);
        assertThat(timer.totalTime(java.util.concurrent.TimeUnit.MILLISECONDS)).isEqualTo(4.0);
    }

    @Test
    void heartbeats_are_sent_while_the_lease_lives_and_its_end_pushes_the_baseline() {
        shift(0.2);
        ack();
        time.pass(Duration.ofSeconds(1));
        hub.heartbeat();
        time.pass(Duration.ofSeconds(1));
        hub.heartbeat();
        time.pass(Duration.ofSeconds(1));
        hub.heartbeat();
        hub.heartbeat();
        assertThat(sender.sent)
                .containsExactly("layer baseline", "layer 20%", "heartbeat", "heartbeat", "layer baseline");
        assertThat(sender.versions).doesNotHaveDuplicates();
    }

    @Test
    void after_a_stop_of_the_process_an_ended_lease_is_not_kept_alive() {
        shift(0.2);
        ack();
        time.pass(Duration.ofMinutes(1));
        hub.heartbeat();
        assertThat(sender.sent).containsExactly("layer baseline", "layer 20%", "layer baseline");
    }

    @Test
    void an_envoy_that_subscribes_after_a_stop_of_the_process_gets_no_ended_lease() {
        shift(0.2);
        time.pass(Duration.ofMinutes(1));
        var late = new FakeSender();
        var other = new EnvoyStream("envoy-2", stream.pools(), late);
        hub.join(other);
        hub.runtime(other, new XdsRequest(RuntimeResources.TYPE_URL, Set.of("redliner"), Set.of(), "", null));
        assertThat(late.sent).containsExactly("layer baseline");
    }

    @Test
    void an_envoy_that_heard_nothing_for_half_a_ttl_gets_the_whole_layer_under_a_new_version() {
        shift(0.2);
        ack();
        time.pass(Duration.ofMillis(1_000));
        sender.ready = false;
        hub.heartbeat();
        time.pass(Duration.ofMillis(600));
        sender.ready = true;
        hub.heartbeat();
        assertThat(sender.sent).containsExactly("layer baseline", "layer 20%", "layer 20%");
        assertThat(sender.versions).doesNotHaveDuplicates();
        assertThat(registry.get("redliner.redirector.heartbeats.held.back")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void a_renewal_with_the_same_share_sends_nothing() {
        shift(0.2);
        time.pass(Duration.ofSeconds(1));
        shift(0.2);
        assertThat(sender.sent).containsExactly("layer baseline", "layer 20%");
    }

    @Test
    void a_rejected_version_gets_no_heartbeats_and_falls_to_the_baseline_after_a_ttl() {
        shift(0.2);
        ack();
        shift(0.3);
        ask(Set.of(), sender.lastNonce, "no such thing");
        hub.heartbeat();
        assertThat(sender.sent).containsExactly("layer baseline", "layer 20%", "layer 30%");
        assertThat(state())
                .isEqualTo(new EnvoyState("envoy-1", State.REJECTED, Share.ofFraction(0.2), "no such thing"));
        assertThat(registry.get("redliner.redirector.nacks").counter().count()).isEqualTo(1);
        time.pass(TTL);
        assertThat(state().acknowledged()).isEqualTo(pool.baselineShare());
        hub.heartbeat();
        ack();
        assertThat(state().state()).isEqualTo(State.BASELINE);
    }

    @Test
    void an_answer_to_an_older_version_does_not_confirm_the_newest() {
        shift(0.2);
        String nonce = sender.lastNonce;
        shift(0.3);
        ask(Set.of(), nonce, null);
        assertThat(state()).isEqualTo(new EnvoyState("envoy-1", State.PENDING, Share.ofFraction(0.2), null));
    }

    @Test
    void a_rejected_listener_shows_in_the_state_until_it_is_accepted() {
        ack();
        rejectListener();
        assertThat(state().state()).isEqualTo(State.REJECTED);
        assertThat(state().detail()).contains("Listener", "cannot bind");
        hub.config(stream, new XdsRequest("type.googleapis.com/a.b.Listener", Set.of(), Set.of(), "2", null));
        assertThat(state().state()).isEqualTo(State.BASELINE);
    }

    @Test
    void a_rejected_listener_does_not_hide_that_the_override_is_dropped() {
        shift(0.2);
        ack();
        rejectListener();
        var held = Share.ofFraction(0.2);
        var expected = new EnvoyState("envoy-1", State.REJECTED, held, "{Listener=cannot bind}", true, State.APPLIED);
        assertThat(state()).isEqualTo(expected);
        hub.publish(List.of());
        assertThat(state().layer()).isEqualTo(State.PENDING);
        assertThat(state().confirmedBaseline()).isFalse();
        ack();
        assertThat(state().state()).isEqualTo(State.REJECTED);
        assertThat(state().layer()).isEqualTo(State.BASELINE);
        assertThat(state().confirmedBaseline()).isTrue();
    }

    @Test
    void an_envoy_that_rejects_the_layer_and_a_listener_has_not_confirmed_its_baseline() {
        ack();
        shift(0.2);
        ask(Set.of(), sender.lastNonce, "no such thing");
        rejectListener();
        assertThat(state())
                .isEqualTo(new EnvoyState("envoy-1", State.REJECTED, pool.baselineShare(), "no such thing", true));
        assertThat(state().confirmedBaseline()).isFalse();
    }

    @Test
    void another_name_than_ours_is_said_to_be_absent() {
        ask(Set.of("somebody-elses"), "", null);
        assertThat(sender.sent).containsExactly("layer baseline", "absent somebody-elses");
    }

    @Test
    void connecting_answering_and_leaving_are_told() {
        ack();
        hub.leave(stream);
        assertThat(changes).hasSize(4).allMatch(Set.of("checkout")::equals);
        assertThat(hub.envoys(pool)).isEmpty();
    }

    @Test
    void of_two_streams_with_one_node_id_both_are_listed_and_the_worse_one_holds_the_pool_back() {
        ack();
        var late = new FakeSender();
        var twin = new EnvoyStream("envoy-1", stream.pools(), late);
        hub.join(twin);
        hub.runtime(twin, new XdsRequest(RuntimeResources.TYPE_URL, Set.of("redliner"), Set.of(), "", null));
        shift(0.2);
        hub.runtime(twin, new XdsRequest(RuntimeResources.TYPE_URL, Set.of(), Set.of(), late.lastNonce, null));
        assertThat(hub.envoys(pool)).extracting(EnvoyState::node).containsExactly("envoy-1", "envoy-1");
        assertThat(hub.envoys(pool))
                .extracting(EnvoyState::state)
                .as("the older one is silent, the newer one confirmed")
                .containsExactlyInAnyOrder(State.PENDING, State.APPLIED);
        assertThat(hub.equalNodeIds()).containsExactly("envoy-1");
        assertThat(hub.connected()).isEqualTo(2);

        hub.publish(List.of());
        hub.runtime(twin, new XdsRequest(RuntimeResources.TYPE_URL, Set.of(), Set.of(), late.lastNonce, null));
        assertThat(hub.restored()).as("while the older one may hold the share").isFalse();
        hub.leave(stream);
        assertThat(hub.restored()).isTrue();
        assertThat(hub.envoys(pool)).extracting(EnvoyState::state).containsExactly(State.BASELINE);
        assertThat(hub.equalNodeIds()).isEmpty();
    }

    @Test
    void an_envoy_that_has_not_answered_a_share_is_not_on_its_baseline_when_that_is_taken_back() {
        ack();
        shift(0.2);
        hub.publish(List.of());
        assertThat(state().state()).isEqualTo(State.PENDING);
        assertThat(hub.restored()).isFalse();
        ack();
        assertThat(state().state()).isEqualTo(State.BASELINE);
        assertThat(hub.restored()).isTrue();
    }

    @Test
    void an_envoy_that_asks_for_listeners_is_configured_by_redliner() {
        ack();
        assertThat(state().configured()).isFalse();
        hub.config(stream, new XdsRequest("type.googleapis.com/a.b.Listener", Set.of(), Set.of(), "", null));
        assertThat(state().configured()).isTrue();
    }
}
