package dev.redliner.rules;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.ClearFor;
import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.RuleSpec;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The last evaluations of a rule, and whether the rule counts as failing. A rule begins to fail when {@code n} of its
 * last {@code m} evaluations failed ({@link FailFor}). It fails until that is no longer true and enough of its last
 * evaluations passed ({@link ClearFor}). UNKNOWN evaluations are not recorded: missing data neither makes a rule fail
 * nor clears a failing one. Not safe for concurrent use.
 */
public final class FailHistory {
    private final FailFor failFor;
    private final ClearFor clearFor;
    private final int longest;
    /** Whether each evaluation failed, newest first. */
    private final Deque<Boolean> failed = new ArrayDeque<>();

    private boolean failing;

    public FailHistory(RuleSpec rule) {
        failFor = rule.failFor();
        clearFor = rule.clearFor();
        longest = Math.max(failFor.of(), clearFor.of());
    }

    /** Adds an evaluation and returns whether the rule counts as failing now. */
    public boolean add(Outcome outcome) {
        if (outcome == Outcome.UNKNOWN) {
            return failing;
        }
        failed.addFirst(outcome == Outcome.FAIL);
        if (failed.size() > longest) {
            failed.removeLast();
        }
        boolean failsOften = count(true, failFor.of()) >= failFor.failed();
        failing = failsOften || (failing && count(false, clearFor.of()) < clearFor.passed());
        return failing;
    }

    private int count(boolean outcome, int of) {
        int count = 0;
        Iterator<Boolean> newestFirst = failed.iterator();
        for (int i = 0; i < of && newestFirst.hasNext(); i++) {
            count += newestFirst.next() == outcome ? 1 : 0;
        }
        return count;
    }
}
