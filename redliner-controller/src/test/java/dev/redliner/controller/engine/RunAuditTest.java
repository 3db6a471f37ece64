package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
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
