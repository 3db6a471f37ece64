package dev.redliner.controller.run;

import dev.redliner.api.RunState;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.ProgressMessages;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Begins the restore of a run that was taken over. All data that its journal contains is kept. */
final class Recovery {
    private Recovery() {}

    static void begin(RunDraft run, RunEvent.Recovered recovered, Instant now) {
        Ending before = run.ending;
        run.facts = run.facts.withToken(recovered.token());
        if (run.dryRun) {
            run.end(RunState.INTERRUPTED, EndMessages.dryRunCutOff(), now);
            return;
        }
        if (RecoveryWatch.cutShort(run, now)) {
            remarkLost(run, recovered);
            return;
        }
        run.endStep(EndMessages.stepCutOff(), recovered.drivenUntil() == null ? now : recovered.drivenUntil());
        run.ending = new Ending(RunState.INTERRUPTED, reason(recovered.who(), before), null);
        run.decided = EndMessages.restores(run.ending.reason());
        remark(run, recovered, now);
        run.restoration = run.begunRestoration(now);
        run.hostRecovery = HostRecovery.NONE;
        run.enter(RunState.RESTORING, now);
        run.orders = true;
        run.watches = true;
    }

    private static String reason(String who, @Nullable Ending before) {
        return before == null || before.state() == RunState.INTERRUPTED
                ? EndMessages.controllerDied(who)
                : EndMessages.controllerDiedAtTheEnd(who, before.reason());
    }

    private static void remark(RunDraft run, RunEvent.Recovered recovered, Instant now) {
        remarkLost(run, recovered);
        Instant until = recovered.drivenUntil();
        if (until != null && run.state.movesTraffic()) {
            run.remarks.add(ProgressMessages.remarkUndriven(seconds(until), seconds(now)));
        }
    }

    private static void remarkLost(RunDraft run, RunEvent.Recovered recovered) {
        if (!recovered.lost().isEmpty()) {
            run.remarks.add(recovered.lost());
        }
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }
}
