package dev.redliner.rules;

import dev.redliner.contracts.watch.FailFor;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Rules and values for tests. */
final class Rules {
    private Rules() {}

    static RuleSpec spec(String pass) {
        return spec(pass, 0);
    }

    static RuleSpec spec(String pass, long minSamples) {
        return new RuleSpec("r", pass, Duration.ofSeconds(30), minSamples, FailFor.ONCE, OnFail.BACK_OFF);
    }

    static CompiledRule rule(String pass) {
        return RuleCompiler.compile(spec(pass));
    }

    static Judgement judge(String pass, Object... namesAndValues) {
        return rule(pass).judge(values(namesAndValues));
    }

    static MetricValues values(Object... namesAndValues) {
        Map<String, Double> values = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).doubleValue());
        }
        return MetricValues.of(values);
    }
}
