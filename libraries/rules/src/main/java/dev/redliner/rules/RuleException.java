package dev.redliner.rules;

import java.util.List;
import java.util.stream.Collectors;

/** A rule that is not accepted, with all its problems. */
public final class RuleException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final transient List<RuleProblem> problems;

    RuleException(String rule, List<RuleProblem> problems) {
        super("rule " + rule + ": "
                + problems.stream().map(RuleException::describe).collect(Collectors.joining("; ")));
        this.rule = rule;
        this.problems = List.copyOf(problems);
    }

    /** The rule's id. */
    public String rule() {
        return rule;
    }

    /** The problems of the rule, at least one. */
    public List<RuleProblem> problems() {
        return problems;
    }

    private static String describe(RuleProblem problem) {
        return problem.line() + ":" + problem.column() + " " + problem.message();
    }
}
