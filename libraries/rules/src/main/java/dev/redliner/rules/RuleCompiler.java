package dev.redliner.rules;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.SimpleType;
import dev.redliner.contracts.watch.RuleSpec;
import java.util.List;
import java.util.function.Function;

/** Checks rules and prepares them for evaluation. Stateless; takes about a millisecond for each rule. */
public final class RuleCompiler {
    private RuleCompiler() {}

    /**
     * Compiles a rule.
     *
     * @throws RuleException if the expression is not accepted, with every problem and its position
     */
    public static CompiledRule compile(RuleSpec spec) {
        String text = spec.pass();
        CelAbstractSyntaxTree parsed = parse(spec);
        var slots = new MetricVariables();
        var bound = CelAbstractSyntaxTree.newParsedAst(slots.bind(parsed.getExpr()), parsed.getSource());
        if (!slots.refusals().isEmpty()) {
            throw new RuleException(
                    spec.id(),
                    slots.refusals().stream()
                            .map(refusal ->
                                    RuleProblem.at(text, offset(parsed, refusal.exprId(), text), refusal.message()))
                            .toList());
        }
        CelAbstractSyntaxTree checked = checked(spec, RuleLanguage.CEL.check(bound), CelErrorMessages::ofChecking);
        requireBoolean(spec, checked);
        if (slots.byMetric().isEmpty()) {
            throw refused(spec, 0, "reads no metric, so it would judge nothing; compare one, such as error_rate");
        }
        checked(spec, RuleLanguage.VALIDATOR.validate(checked), CelErrorMessages::ofValidating);
        var terms = new Decomposition(spec, parsed, checked, slots).terms();
        return new CompiledRule(spec, Programs.of(checked), slots.byMetric(), terms);
    }

    private static CelAbstractSyntaxTree parse(RuleSpec spec) {
        if (spec.pass().length() > 2 * RuleLanguage.MAX_LENGTH) {
            throw refused(spec, RuleLanguage.MAX_LENGTH, "longer than " + RuleLanguage.MAX_LENGTH + " characters");
        }
        CelValidationResult result = RuleLanguage.CEL.parse(spec.pass());
        if (result.hasError()) {
            // errors after a syntax error are only consequences of the first one
            CelIssue first = result.getErrors().get(0);
            throw new RuleException(
                    spec.id(), List.of(problem(spec.pass(), first, CelErrorMessages.ofParsing(first, spec.pass()))));
        }
        return tree(result);
    }

    private static CelAbstractSyntaxTree checked(
            RuleSpec spec, CelValidationResult result, Function<CelIssue, String> advice) {
        if (result.hasError()) {
            throw new RuleException(
                    spec.id(),
                    result.getErrors().stream()
                            .map(issue -> problem(spec.pass(), issue, advice.apply(issue)))
                            .toList());
        }
        return tree(result);
    }

    private static CelAbstractSyntaxTree tree(CelValidationResult result) {
        try {
            return result.getAst();
        } catch (CelValidationException e) {
            throw new IllegalStateException("a result without errors has no tree", e);
        }
    }

    private static void requireBoolean(RuleSpec spec, CelAbstractSyntaxTree checked) {
        if (!checked.getResultType().equals(SimpleType.BOOL)) {
            throw refused(
                    spec,
                    0,
                    "gives a " + checked.getResultType().name().replace("google.protobuf.Duration", "duration")
                            + ", not true or false; compare it with something, such as <= 0.01");
        }
    }

    static RuleException refused(RuleSpec spec, int offset, String message) {
        return new RuleException(spec.id(), List.of(RuleProblem.at(spec.pass(), offset, message)));
    }

    private static RuleProblem problem(String text, CelIssue issue, String message) {
        CelSourceLocation at = issue.getSourceLocation();
        int lineStart = 0;
        for (int line = 1; line < at.getLine(); line++) {
            lineStart = text.indexOf('\n', lineStart) + 1;
        }
        return RuleProblem.at(text, lineStart + utf16(text.substring(lineStart), at.getColumn()), message);
    }

    static int offset(CelAbstractSyntaxTree tree, long exprId, String text) {
        Integer codePoints = tree.getSource().getPositionsMap().get(exprId);
        return codePoints == null ? 0 : utf16(text, codePoints);
    }

    /** CEL counts code points, Java counts UTF-16 units. */
    private static int utf16(String text, int codePoints) {
        int within = Math.max(0, Math.min(codePoints, text.codePointCount(0, text.length())));
        return text.offsetByCodePoints(0, within);
    }
}
