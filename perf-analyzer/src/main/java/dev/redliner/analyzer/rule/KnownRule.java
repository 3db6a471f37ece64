package dev.redliner.analyzer.rule;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.CompiledRule;

/** A rule of a watch. */
public sealed interface KnownRule {
    RuleSpec spec();

    /** A rule that can be judged. */
    record Ready(CompiledRule compiled) implements KnownRule {
        @Override
        public RuleSpec spec() {
            return compiled.spec();
        }
    }

    /**
     * A rule that was not accepted. A controller should not send such a rule; it is UNKNOWN at each tick.
     *
     * @param reason the problem of the rule
     */
    record Refused(RuleSpec spec, String reason) implements KnownRule {}
}
