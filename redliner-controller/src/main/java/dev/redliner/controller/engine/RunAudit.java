package dev.redliner.controller.engine;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.GapNote;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes the audit entries of a run: the user or part that started or ended it, each change of state, each change of the
 * asked share, aborts of a run that restores already, and addresses that its collectors may not read.
 */
final class RunAudit {
    /** Entries of blocked addresses for one run: a page can redirect to a new address each time. */
    private static final int MOST_BLOCKED = 20;

    private final AuditLog log;
    private final String owner;
    private final Map<String, Set<GapNote>> blocked = new ConcurrentHashMap<>();

    /** @param owner this controller; recorded for changes that no user requested */
    RunAudit(AuditLog log, String owner) {
        this.log = log;
        this.owner = owner;
    }

    void changed(Run before, Run after, RunEvent event) {
        if (event instanceof RunEvent.VerdictArrived arrived) {
            blocked(after, arrived.verdict().notes());
        }
        if (after.state().over()) {
            blocked.remove(after.id());
        }
        String who = who(event);
        if (!before.standing().equals(after.standing())) {
            log.record(new AuditEntry(
                    who,
                    AuditAction.TRAFFIC_ASKED,
                    subject(after),
                    share(before).toString(),
                    share(after).toString(),
                    after.decided()));
        }
        if (before.state() != after.state()) {
            log.record(new AuditEntry(
                    who,
                    after.state().over() ? AuditAction.RUN_ENDED : AuditAction.RUN_STATE,
                    subject(after),
                    before.state().name(),
                    after.state().name(),
                    after.reason().orElse(after.decided())));
        }
        // the run gives its first reason, so the reason of a later request is here
        boolean later = before.state() == RunState.RESTORING || before.state() == after.state();
        if (later && event instanceof RunEvent.AbortAsked asked) {
            asked(before, after, asked.who(), asked.why());
        } else if (later
                && event instanceof RunEvent.Dismissed dismissed
                && after.unverified().isEmpty()) {
            asked(before, after, dismissed.who(), dismissed.why());
        }
    }

    /** Writes an entry for each address once in a run, although the notes are repeated. */
    private void blocked(Run run, List<String> notes) {
        for (String note : notes) {
            GapNote.parse(note).filter(GapNote::isBlocked).ifPresent(gap -> {
                Set<GapNote> known = blocked.computeIfAbsent(run.id(), id -> new HashSet<>());
                if (known.size() <= MOST_BLOCKED && known.add(gap)) {
                    String what = known.size() > MOST_BLOCKED
                            ? "further addresses of this run are not recorded"
                            : gap.metric() + ": " + gap.reason();
                    log.record(new AuditEntry(
                            "collector of " + gap.host(), AuditAction.TARGET_BLOCKED, subject(run), "", "", what));
                }
            });
        }
    }

    private void asked(Run before, Run after, String who, String why) {
        log.record(new AuditEntry(
                who,
                AuditAction.RUN_ABORT,
                subject(after),
                before.state().name(),
                after.state().name(),
                why));
    }

    void refused(String service, String who, String why) {
        log.record(new AuditEntry(who, AuditAction.RUN_REFUSED, service, "", "", why));
    }

    void accepted(Run run, String who, boolean dryRun) {
        log.record(new AuditEntry(
                who,
                AuditAction.RUN_ACCEPTED,
                subject(run),
                "",
                run.state().name(),
                "token " + run.facts().token() + (dryRun ? ", dry run" : "")));
    }

    void asked(AuditAction action, String subject, String who, String why) {
        log.record(new AuditEntry(who, action, subject, "", "", why));
    }

    private String who(RunEvent event) {
        if (event instanceof RunEvent.Begun begun) {
            return begun.who();
        } else if (event instanceof RunEvent.AbortAsked asked) {
            return asked.who();
        } else if (event instanceof RunEvent.Dismissed dismissed) {
            return dismissed.who();
        }
        return owner;
    }

    private static Share share(Run run) {
        return run.standing() instanceof DesiredTraffic.Shift shift
                ? shift.share()
                : run.facts().service().pool().baselineShare();
    }

    private static String subject(Run run) {
        return AuditEntry.subject(run.facts().service().name(), run.id());
    }
}
