package dev.redliner.testbench.chaos;

import dev.redliner.analyzer.rule.RuleCache;

/**
 * The objects that all runs of one thread use, because creating them takes longer than some runs.
 *
 * @param rules the compiled rules; they are stateless
 */
record SharedParts(Meters meters, RuleCache rules) {
    static SharedParts ofThread() {
        return new SharedParts(Meters.ofThread(), new RuleCache());
    }
}
