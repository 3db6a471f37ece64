package dev.redliner.controller.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.api.ScriptedRun;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.FakeAuditLog;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class RestoreAlarmTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FakeAuditLog audit = new FakeAuditLog();
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final SeenEnvoys envoys = new SeenEnvoys(() -> now);
    private final FakeEnvoys fakes = new FakeEnvoys(envoys);
    private List<RunReport> active = List.of(restoring(0.31));
    private boolean raisedBefore;
    private final RestoreAlarm alarm = new RestoreAlarm(
            () -> active, envoys, audit, Duration.ofSeconds(30), run -> raisedBefore, () -> now, meters);

    private static RunReport restoring(double observedShare) {
        RunReport run = ScriptedRun.accepted("shop-7", "shop");
        return new RunReport(
                run.id(),
                run.service(),
                run.tier(),
                run.sut(),
                RunState.RESTORING,
                "enough",
                run.startedAt(),
                null,
                null,
                null,
                run.harm(),
                new RestoredReport(false, observedShare, 0.2, false, null, false),
                null,
                List.of(),
                null,
                List.of(),
                null);
    }

    private void look(int seconds) {
        now = now.plusSeconds(seconds);
        fakes.report();
        alarm.look();
    }

    private double gauge() {
        return meters.get("redliner.weight.not.restored")
                .tag("service", "shop")
                .gauge()
                .value();
    }

    private Status health() {
        return new RestoreHealth(alarm).health().getStatus();
    }

    @Test
    void an_envoy_that_keeps_a_share_raises_gauge_readiness_and_audit_once_with_its_name() {
        fakes.holds("shop", 7, true);
        look(0);
        assertThat(health()).isEqualTo(Status.UP);
        look(31);
        look(1);
        assertThat(gauge()).isEqualTo(1);
        assertThat(health()).isEqualTo(Status.DOWN);
        assertThat(alarm.alarms().get("shop-7")).contains("shop-envoy is REJECTED", "30%", "0.3100", "0.2000");
        assertThat(audit.entries(AuditAction.WEIGHT_NOT_RESTORED))
                .extracting(AuditEntry::subject)
                .containsExactly("shop/shop-7");
    }

    @Test
    void all_is_well_again_when_the_run_is_over_and_no_envoy_holds_something_else() {
        fakes.holds("shop", 7, true);
        look(0);
        look(31);
        active = List.of();
        look(1);
        assertThat(gauge()).as("it ended, and an Envoy still holds a share").isEqualTo(1);
        fakes.holds("shop", 0, false);
        look(1);
        assertThat(gauge()).isZero();
        assertThat(health()).isEqualTo(Status.UP);
        assertThat(audit.entries(AuditAction.WEIGHT_RESTORED)).hasSize(1);
    }

    @Test
    void a_rejected_listener_does_not_prolong_the_alarm_of_a_run_that_is_over() {
        fakes.holds("shop", 7, false);
        fakes.rejectsListener("shop");
        look(0);
        look(31);
        active = List.of();
        look(1);
        assertThat(gauge()).as("the Envoy still holds a share").isEqualTo(1);
        fakes.holds("shop", 0, false);
        look(1);
        assertThat(gauge()).isZero();
    }

    @Test
    void the_alarm_of_an_earlier_controller_continues_and_ends() {
        raisedBefore = true;
        fakes.holds("shop", 7, true);
        look(0);
        assertThat(gauge()).isEqualTo(1);
        assertThat(health()).isEqualTo(Status.DOWN);
        assertThat(audit.entries()).isEmpty();
        active = List.of();
        fakes.holds("shop", 0, false);
        look(1);
        assertThat(gauge()).isZero();
        assertThat(audit.entries(AuditAction.WEIGHT_RESTORED)).hasSize(1);
    }

    @Test
    void a_pool_that_nobody_tells_of_is_said_to_be_so() {
        look(0);
        look(31);
        assertThat(alarm.alarms().get("shop-7")).contains("no redirector reports an Envoy of the pool");
    }
}
