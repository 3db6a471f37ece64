package dev.redliner.service;

import dev.redliner.rules.RuleProblem;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The condition of a rule: an expression as written, or the {@link MetricLimits short form}, which becomes one. */
sealed interface RuleCondition {
    /** The condition as CEL. */
    String expression();

    /** Reports a problem of the expression at its place. */
    void report(RuleProblem problem);

    /** Reads the condition of a rule; empty if there is none, or if it has problems. */
    static Optional<RuleCondition> read(YamlMap rule) {
        Optional<YamlValue> metric = rule.value("metric");
        Optional<YamlValue> pass = rule.value("pass");
        if (metric.isPresent() && pass.isPresent()) {
            metric.get()
                    .problem(
                            "a rule has either 'pass' or 'metric'", "keep one of them, or join the conditions with &&");
            return Optional.empty();
        }
        if (metric.isPresent()
                || rule.value("max").isPresent()
                || rule.value("min").isPresent()) {
            return MetricLimits.read(rule).map(it -> it);
        }
        return rule.required("pass", "the expression that is true while all is well, or metric with max or min")
                .flatMap(value -> value.text("an expression, in quotes").map(text -> new Written(value, text)));
    }

    /** An expression as written. */
    record Written(YamlValue value, String expression) implements RuleCondition {
        @Override
        public void report(RuleProblem problem) {
            DocumentProblems findings = value.findings();
            int index = findings.source().index((ScalarNode) value.node(), problem.offset());
            findings.at(index, value.pointer(), problem.message(), null);
        }
    }

    /** The short form. */
    record Limited(YamlValue metric, String expression) implements RuleCondition {
        /** The expression is not in the document, so all of its problems are those of the metric. */
        @Override
        public void report(RuleProblem problem) {
            metric.problem(problem.message(), null);
        }
    }
}
