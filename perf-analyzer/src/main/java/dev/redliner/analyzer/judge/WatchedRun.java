package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** A watched run, until its watch is no longer renewed. */
final class WatchedRun {
    final TickClock clock;
    final RuleJudge judge = new RuleJudge();
    final OverdueRequests overdue = new OverdueRequests();
    final SignalReader signals = new SignalReader();
    final CatalogueReader catalogue = new CatalogueReader();
    final PropertyReader properties = new PropertyReader();
    final Unplaced unplaced;
    private Watch watch;
    private List<KnownRule> rules;
    private Instant expiresAt;

    WatchedRun(Watch watch, List<KnownRule> rules, JudgeSettings settings, Instant now) {
        this.watch = watch;
        this.rules = rules;
        expiresAt = now.plus(watch.validFor());
        unplaced = new Unplaced(now);
        clock = new TickClock(settings, watch.samplingInterval(), now);
    }

    /**
     * Takes a renewal, unless a newer one was received. Its validity counts from its receipt, because the controller
     * has another clock.
     */
    void renew(Watch renewal, List<KnownRule> itsRules, Instant now) {
        if (renewal.issuedAt().isBefore(watch.issuedAt())) {
            return;
        }
        watch = renewal;
        rules = itsRules;
        expiresAt = now.plus(renewal.validFor());
        clock.samplingInterval(renewal.samplingInterval());
        judge.retain(rules);
    }

    Watch watch() {
        return watch;
    }

    List<KnownRule> rules() {
        return rules;
    }

    boolean isOver(Instant now) {
        return !now.isBefore(expiresAt);
    }

    Duration longestWindow(Duration otherwise) {
        return watch.rules().stream()
                .map(RuleSpec::window)
                .max(Comparator.naturalOrder())
                .orElse(otherwise);
    }
}
