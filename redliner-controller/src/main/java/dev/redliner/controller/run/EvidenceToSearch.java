package dev.redliner.controller.run;

import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.PeerBaseline;
import dev.redliner.controller.run.evidence.SharedIncident.Cause;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.search.CountInterval;
import dev.redliner.search.Search;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes the evidence to the search, about one second at a time. */
final class EvidenceToSearch {
    private EvidenceToSearch() {}

    /** Passes the evidence since the last time, once it is enough for a second. */
    static void hand(RunDraft run) {
        Evidence evidence = run.observations.evidence();
        Optional<CountInterval> second = evidence.second(run.facts.pool());
        Search search = run.search;
        if (second.isPresent() && search != null) {
            run.search = search.observe(passOn(run, evidence, second.get()));
            run.observations = run.observations.with(Evidence.NONE);
        }
    }

    /** The evidence since the last time, however short. */
    static Optional<CountInterval> rest(RunDraft run) {
        Evidence evidence = run.observations.evidence();
        return evidence.sum(run.facts.pool()).map(second -> passOn(run, evidence, second));
    }

    /** Whether the peers suffered too, or a machine stood still, in evidence that was not passed on yet. */
    static boolean isShared(RunDraft run, Evidence evidence, CountInterval second) {
        return run.sharedIncident.cause(second.from(), causeOf(run, evidence)).isPresent();
    }

    /** Notes such a second although the search takes it by another way: windows of rules may reach back to it. */
    static void note(RunDraft run, Evidence evidence, CountInterval second) {
        run.sharedIncident = run.sharedIncident.observe(second.from(), second.to(), causeOf(run, evidence));
    }

    private static @Nullable Cause causeOf(RunDraft run, Evidence evidence) {
        if (evidence.stalled()) {
            return Cause.STALL;
        }
        PeerBaseline normal = run.baseline == null ? PeerBaseline.UNKNOWN : run.baseline.normal();
        return normal.sharedIncident(evidence.last(), evidence.peers()) ? Cause.PEERS : null;
    }

    /** Marks a second in which the peers suffered too, or a machine stood still. */
    private static CountInterval passOn(RunDraft run, Evidence evidence, CountInterval sum) {
        if (!run.state.movesTraffic()) {
            return sum;
        }
        CountInterval second = sum.holding(VerdictRules.held(run, evidence.last()));
        Optional<Cause> cause = run.sharedIncident.cause(second.from(), causeOf(run, evidence));
        note(run, evidence, second);
        if (cause.isEmpty()) {
            return second;
        }
        run.decided = switch (cause.get()) {
            case PEERS -> ProgressMessages.sharedIncident();
            case STALL -> ProgressMessages.machineStall();
        };
        return second.inSharedIncident();
    }
}
