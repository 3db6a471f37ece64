package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.contracts.sample.SampleBatch;
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
    final Stalls stalls = new Stalls();
    final CatalogueReader catalogue = new CatalogueReader();
    final PropertyReader properties = new PropertyReader();
    final Unplaced unplaced;
    private Watch watch;
    private List<KnownRule> rules;
    private final Instant begun;
    private Instant expiresAt;

    /** @param begun the issue of the run's first watch */
    WatchedRun(Watch watch, List<KnownRule> rules, JudgeSettings settings, Instant begun, Instant now) {
        this.begun = begun;
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

    /**
     * Whether a batch can be in a tick of the run. An analyzer that takes a pool over also reads batches from before
     * the run, on which no rule of it was evaluated.
     *
     * @param skew the most that the clocks of reporters and controller may differ
     */
    boolean covers(SampleBatch batch, Duration skew) {
        return !batch.time().isBefore(begun.minus(skew));
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
