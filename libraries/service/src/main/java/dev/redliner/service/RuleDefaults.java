package dev.redliner.service;

import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.rules.RuleCompiler;
import java.time.Duration;

/** Values of a rule whose service does not declare them. */
public final class RuleDefaults {
    static final Duration WINDOW = Duration.ofSeconds(30);
    static final FailFor FAIL_FOR = FailFor.ONCE;
    static final OnFail ON_FAIL = OnFail.BACK_OFF;

    private RuleDefaults() {}

    /**
     * A rule about the SUT's own requests that declares nothing but its condition.
     *
     * @throws dev.redliner.rules.RuleException if the condition is no rule
     */
    public static RuleSpec rule(String id, String pass) {
        var rule = new RuleSpec(id, pass, WINDOW, 0, FAIL_FOR, ON_FAIL);
        return rule.with(RuleCompiler.compile(rule).meaningfulSamples(), ON_FAIL);
    }
}
