package dev.redliner.controller.run;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.ProgressMessages;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Applies a redirector's report to a run. */
final class OnReport {
    private OnReport() {}

    static void handle(RunDraft run, RedirectReport report, Instant now) {
        if (!report.pool().equals(run.facts.pool().name())) {
            return;
        }
        run.envoyStatuses = run.envoyStatuses.with(report, now);
        equalNodeIds(report).forEach(node -> run.remarks.add(ProgressMessages.remarkEqualNodeIds(node)));
        boolean ours = run.facts.id().equals(report.run()) && report.token() == run.facts.token();
        switch (run.state) {
            case RAMPING, REFINING, CONFIRMING -> {
                if (ours && report.lease() == Lease.EXPIRED) {
                    run.end(RunState.INCONCLUSIVE, EndMessages.leaseRanOut(), now);
                } else if (ours && report.lease() == Lease.REFUSED) {
                    run.end(RunState.ABORTED, EndMessages.orderRefused(report.reason()), now);
                } else {
                    effect(run, now);
                }
            }
            case RESTORING -> restored(run, now);
            case PENDING, BASELINING, COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY -> {}
        }
    }

    /**
     * Node ids that occur several times in one report. An Envoy that moves to another redirector is in the reports of
     * both for a moment, so different reports are not compared.
     */
    private static Set<String> equalNodeIds(RedirectReport report) {
        var once = new HashSet<String>();
        return report.envoys().stream()
                .map(EnvoyState::node)
                .filter(node -> !once.add(node))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void effect(RunDraft run, Instant now) {
        Optional<EnvoyState> rejected = run.envoyStatuses.rejected(now);
        if (rejected.isPresent()) {
            run.end(
                    RunState.INCONCLUSIVE,
                    EndMessages.rejected(rejected.get().node(), rejected.get().detail()),
                    now);
            return;
        }
        Step step = Objects.requireNonNull(run.step());
        if (step.held().inEffect() == null && run.envoyStatuses.acknowledged(step.asked(), now)) {
            run.replaceStep(step.inEffectSince(now));
        }
    }

    static void restored(RunDraft run, Instant now) {
        Restoration restoration = run.restoration;
        if (restoration != null) {
            run.restoration =
                    run.envoyStatuses.restored(now) ? restoration.configured(now) : restoration.unconfigured();
        }
    }
}
