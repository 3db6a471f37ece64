package dev.redliner.analyzer.judge;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.FailFor;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last evaluations of a rule. UNKNOWN evaluations are not recorded: missing data neither makes a rule fail nor
 * clears a failing one.
 */
final class FailHistory {
    private final FailFor failFor;
    private final Deque<Boolean> failed = new ArrayDeque<>();

    FailHistory(FailFor failFor) {
        this.failFor = failFor;
    }

    /** Adds an evaluation and returns whether the rule counts as failing now. */
    boolean add(Outcome outcome) {
        if (outcome != Outcome.UNKNOWN) {
            failed.addLast(outcome == Outcome.FAIL);
            if (failed.size() > failFor.of()) {
                failed.removeFirst();
            }
        }
        return failed.stream().filter(fail -> fail).count() >= failFor.failed();
    }
}
