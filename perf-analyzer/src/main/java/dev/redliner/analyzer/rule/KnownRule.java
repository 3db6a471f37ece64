package dev.redliner.analyzer.rule;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.CompiledRule;

/** A rule of a watch. */
public sealed interface KnownRule {
    RuleSpec spec();

    /** It can be judged. */
    record Ready(CompiledRule compiled) implements KnownRule {
        @Override
        public RuleSpec spec() {
            return compiled.spec();
        }
    }

    /**
     * It was not accepted, though a controller should not send such a rule: it is UNKNOWN at each tick.
     *
     * @param reason what is wrong with it
     */
    record Refused(RuleSpec spec, String reason) implements KnownRule {}
}
