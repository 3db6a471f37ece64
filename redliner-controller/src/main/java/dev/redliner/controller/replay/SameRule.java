package dev.redliner.controller.replay;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.ServiceDefinition;
import java.util.Optional;

/**
 * A rule of the run that has the same outcomes as a rule of the replay.
 *
 * @param id its id in the run
 * @param failing whether it also counts as failing at the same moments
 */
record SameRule(String id, boolean failing) {

    /** Empty if the run had no such rule. */
    static Optional<SameRule> of(RuleSpec rule, ServiceDefinition recorded) {
        // of several hosts, a verdict has the worst outcome only, so the histories of single hosts are not known
        boolean oneHost = recorded.pool().sut().size() == 1;
        return recorded.rules().stream()
                .filter(other -> other.pass().strip().equals(rule.pass().strip())
                        && other.window().equals(rule.window())
                        && other.minSamples() == rule.minSamples())
                .map(other -> new SameRule(other.id(), sameHistory(rule, other)))
                .filter(same -> oneHost || same.failing())
                .findFirst();
    }

    private static boolean sameHistory(RuleSpec one, RuleSpec other) {
        return one.failFor().equals(other.failFor()) && one.clearFor().equals(other.clearFor());
    }
}
