package dev.redliner.controller.run.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EnvoyStatusesTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final Share SHARE = Share.ofFraction(0.3);

    private static RedirectReport report(String redirector, EnvoyState... envoys) {
        List<EnvoyState> all = Arrays.asList(envoys);
        return new RedirectReport("shop", redirector, NOW, Lease.IDLE, null, 0, 1, SHARE, null, all);
    }

    private static EnvoyState envoy(String node, State state) {
        return new EnvoyState(node, state, SHARE, null);
    }

    @Test
    void an_envoy_of_a_replica_that_vanished_may_hold_its_share_for_30_s() {
        EnvoyStatuses statuses = EnvoyStatuses.UNKNOWN
                .with(report("r1", envoy("edge-1", State.APPLIED)), NOW)
                .with(report("r2", envoy("edge-2", State.BASELINE)), NOW);
        for (int i = 1; i <= 30; i++) {
            Instant now = NOW.plusSeconds(i);
            statuses = statuses.with(report("r2", envoy("edge-2", State.BASELINE)), now);
            assertThat(statuses.onBaseline(now)).as("%d s", i).isEqualTo(i == 30);
        }
        assertThat(statuses.offBaseline(NOW.plusSeconds(20))).contains("edge-1").endsWith(".");
    }

    @Test
    void an_envoy_that_its_replica_no_longer_reports_may_hold_its_share_for_30_s() {
        EnvoyStatuses statuses = EnvoyStatuses.UNKNOWN
                .with(report("r1", envoy("edge-1", State.APPLIED), envoy("edge-2", State.BASELINE)), NOW)
                .with(report("r1", envoy("edge-2", State.BASELINE)), NOW.plusSeconds(1));
        assertThat(statuses.onBaseline(NOW.plusSeconds(1))).isFalse();
        assertThat(statuses.with(report("r1", envoy("edge-2", State.BASELINE)), NOW.plusSeconds(31))
                        .onBaseline(NOW.plusSeconds(31)))
                .isTrue();
    }

    @Test
    void an_envoy_that_another_replica_reports_is_not_lost() {
        EnvoyStatuses statuses = EnvoyStatuses.UNKNOWN
                .with(report("r1", envoy("edge-1", State.APPLIED)), NOW)
                .with(report("r2", envoy("edge-1", State.BASELINE)), NOW.plusSeconds(6));
        assertThat(statuses.onBaseline(NOW.plusSeconds(6))).isTrue();
    }

    private static EnvoyStatuses withRejectedListener(@Nullable State layer) {
        var envoy = new EnvoyState("edge-1", State.REJECTED, SHARE, "cannot bind", true, layer);
        return EnvoyStatuses.UNKNOWN.with(report("r1", envoy), NOW);
    }

    @Test
    void an_envoy_that_rejects_a_listener_can_be_restored_and_allows_no_run() {
        EnvoyStatuses statuses = withRejectedListener(State.BASELINE);
        assertThat(statuses.restored(NOW)).isTrue();
        assertThat(statuses.onBaseline(NOW)).isFalse();
        assertThat(statuses.offBaseline(NOW)).contains("edge-1");
        assertThat(statuses.rejected(NOW)).isPresent();
    }

    @Test
    void an_envoy_that_rejects_a_listener_is_restored_only_if_it_confirmed_the_layer_without_an_override() {
        assertThat(withRejectedListener(State.PENDING).restored(NOW)).isFalse();
        assertThat(withRejectedListener(State.APPLIED).restored(NOW)).isFalse();
        assertThat(withRejectedListener(null).restored(NOW))
                .as("the layer is rejected, or the redirector does not report it")
                .isFalse();
    }

    @Test
    void an_envoy_that_rejected_a_listener_and_held_no_share_holds_none_after_it_disconnects() {
        Instant later = NOW.plusSeconds(1);
        var other = report("r1", envoy("edge-2", State.BASELINE));
        assertThat(withRejectedListener(State.BASELINE).with(other, later).restored(later))
                .isTrue();
        assertThat(withRejectedListener(State.APPLIED).with(other, later).restored(later))
                .isFalse();
    }

    @Test
    void a_rejection_that_an_earlier_redirector_reports_is_no_confirmation() {
        var json = JsonMapper.builder().build();
        var envoy = new EnvoyState("edge-1", State.REJECTED, SHARE, "cannot bind", true, State.BASELINE);
        String written = json.writeValueAsString(envoy);
        String earlier = written.replace("\"layer\":\"BASELINE\"", "\"other\":1");
        assertThat(earlier).isNotEqualTo(written);
        EnvoyState read = json.readValue(earlier, EnvoyState.class);
        assertThat(read).isEqualTo(new EnvoyState("edge-1", State.REJECTED, SHARE, "cannot bind", true));
        assertThat(read.confirmedBaseline()).isFalse();
    }
}
