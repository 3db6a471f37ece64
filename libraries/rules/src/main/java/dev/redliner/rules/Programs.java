package dev.redliner.rules;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;

/** Creates programs from checked expressions. */
final class Programs {
    private Programs() {}

    static Program of(CelAbstractSyntaxTree checked) {
        try {
            return RuleLanguage.CEL.createProgram(checked);
        } catch (CelEvaluationException e) {
            throw new IllegalStateException("a checked expression makes no program", e);
        }
    }
}
