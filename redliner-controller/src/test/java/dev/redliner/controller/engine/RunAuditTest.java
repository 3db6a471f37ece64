package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.Shop;
import dev.redliner.controller.run.ShopWorld;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunAuditTest {
    private final List<AuditEntry> entries = new ArrayList<>();
    private final RunAudit trail = new RunAudit(entries::add, "controller");

    @Test
    void an_abort_of_a_run_that_restores_already_names_the_person() {
        Instant now = ShopWorld.START.plusSeconds(60);
        Run restoring = ramping()
                .on(new RunEvent.PartFailed("writing the journal", "no database"), now)
                .run();
        var asked = new RunEvent.AbortAsked("anna", "enough");
        Run after = restoring.on(asked, now).run();
        assertThat(after.state()).isEqualTo(RunState.RESTORING);
        trail.changed(restoring, after, asked);
        assertThat(entries)
                .containsExactly(new AuditEntry(
                        "anna", AuditAction.RUN_ABORT, "shop/shop-1", "RESTORING", "RESTORING", "enough"));
    }

    @Test
    void an_abort_that_ends_a_run_is_its_change_of_state() {
        Run before = ramping();
        var asked = new RunEvent.AbortAsked("anna", "enough");
        trail.changed(before, before.on(asked, ShopWorld.START.plusSeconds(60)).run(), asked);
        assertThat(entries.stream().map(AuditEntry::action))
                .containsExactly(AuditAction.TRAFFIC_ASKED, AuditAction.RUN_STATE);
        assertThat(entries).allSatisfy(entry -> assertThat(entry.who()).isEqualTo("anna"));
    }

    @Test
    void an_address_that_a_collector_may_not_read_is_recorded_once() {
        Run run = ramping();
        Verdict plain = Shop.verdict("shop-1", ShopWorld.START.plusSeconds(60), 100, 1_000);
        Verdict verdict = with(
                plain,
                List.of(
                        "a: scrape:app missing, refused: 10.0.0.1 is not in redliner.collector.allow",
                        "b: scrape:app missing, answered 302 to /login; redirects are not followed",
                        "b: scrape:db missing, connection refused"));
        var arrived = new RunEvent.VerdictArrived(verdict);
        trail.changed(run, run, arrived);
        trail.changed(run, run, arrived);

        assertThat(entries)
                .containsExactly(
                        blocked("a", "scrape:app: refused: 10.0.0.1 is not in redliner.collector.allow"),
                        blocked("b", "scrape:app: answered 302 to /login; redirects are not followed"));
    }

    @Test
    void a_page_that_leads_to_ever_new_addresses_does_not_fill_the_log() {
        Run run = ramping();
        for (int i = 0; i < 30; i++) {
            Verdict plain = Shop.verdict("shop-1", ShopWorld.START.plusSeconds(60), 100, 1_000);
            var arrived = new RunEvent.VerdictArrived(with(
                    plain, List.of("a: scrape:app missing, answered 302 to /" + i + "; redirects are not followed")));
            trail.changed(run, run, arrived);
        }
        assertThat(entries).hasSize(21);
        assertThat(entries.get(20).why()).isEqualTo("further addresses of this run are not recorded");
    }

    private static Verdict with(Verdict plain, List<String> notes) {
        return new Verdict(
                plain.run(),
                plain.pool(),
                plain.at(),
                plain.judgedAt(),
                plain.rules(),
                plain.tick(),
                plain.metrics(),
                plain.missing(),
                notes,
                plain.identity(),
                plain.foreign());
    }

    private static AuditEntry blocked(String host, String why) {
        return new AuditEntry("collector of " + host, AuditAction.TARGET_BLOCKED, "shop/shop-1", "", "", why);
    }

    private static Run ramping() {
        var world = new ShopWorld();
        world.begin();
        for (int i = 0; i < 600 && world.run.state() != RunState.RAMPING; i++) {
            world.second();
        }
        assertThat(world.run.state()).isEqualTo(RunState.RAMPING);
        return world.run;
    }
}
