package dev.redliner.rules;

import com.google.common.collect.ImmutableList;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelVarDecl;
import dev.cel.common.exceptions.CelDivideByZeroException;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.validator.CelValidator;
import dev.cel.validator.CelValidatorFactory;
import dev.cel.validator.validators.DurationLiteralValidator;
import dev.cel.validator.validators.RegexLiteralValidator;
import java.time.Duration;
import java.util.List;

/**
 * CEL as rules use it: bounded, without loops, with {@code percent} and {@code ratio}, and with a division that fails
 * on zero. CEL's own division gives infinity or NaN, and {@code !(NaN > limit)} would pass.
 *
 * <p>Metrics are variables {@code d0, d1, …} (durations) and {@code n0, n1, …} (doubles); {@link MetricVariables} puts them in
 * place of the dotted names. This way one environment serves all rules, and a missing {@code rps} does not make
 * {@code rps.requested} unknown. CEL itself treats {@code rps.requested} as a part of {@code rps}.
 */
final class RuleLanguage {
    static final int MAX_LENGTH = 2_000;
    static final int MAX_DEPTH = 40;
    static final int MAX_METRICS = 64;

    /** Grammar depth; nested parentheses and long chains of {@code +} count. */
    private static final int MAX_PARSE_DEPTH = 64;

    private static final int MAX_REGEX_SIZE = 200;

    /** The language has no loops; this limit applies if one is accepted by mistake. */
    private static final int MAX_ITERATIONS = 100;

    static final String DIVIDE = "divided_by";
    static final List<String> FUNCTIONS = List.of("duration", "percent", "ratio", "double", "int");

    static final Cel CEL = build();
    static final CelValidator VALIDATOR = CelValidatorFactory.standardCelValidatorBuilder(CEL)
            .addAstValidators(DurationLiteralValidator.INSTANCE, RegexLiteralValidator.INSTANCE)
            .build();

    private RuleLanguage() {}

    static String durationSlot(int index) {
        return "d" + index;
    }

    static String numberSlot(int index) {
        return "n" + index;
    }

    private static Cel build() {
        return CelFactory.plannerCelBuilder()
                .setOptions(options())
                .setStandardMacros(List.of())
                .addVarDeclarations(slots())
                .addFunctionDeclarations(percent(), ratio(), divide())
                .addFunctionBindings(percentBindings())
                .addFunctionBindings(ratioBindings())
                .addFunctionBindings(divideBindings())
                .build();
    }

    private static CelOptions options() {
        return CelOptions.current()
                .enableUnknownTracking(true)
                .enableHeterogeneousNumericComparisons(true)
                .maxExpressionCodePointSize(MAX_LENGTH)
                .maxParseRecursionDepth(MAX_PARSE_DEPTH)
                .maxParseErrorRecoveryLimit(1)
                .comprehensionMaxIterations(MAX_ITERATIONS)
                .maxRegexProgramSize(MAX_REGEX_SIZE)
                .build();
    }

    private static List<CelVarDecl> slots() {
        var slots = ImmutableList.<CelVarDecl>builder();
        for (int i = 0; i < MAX_METRICS; i++) {
            slots.add(CelVarDecl.newVarDeclaration(durationSlot(i), SimpleType.DURATION));
            slots.add(CelVarDecl.newVarDeclaration(numberSlot(i), SimpleType.DOUBLE));
        }
        return slots.build();
    }

    private static CelFunctionDecl percent() {
        return CelFunctionDecl.newFunctionDeclaration(
                "percent",
                CelOverloadDecl.newGlobalOverload("percent_double", SimpleType.DOUBLE, SimpleType.DOUBLE),
                CelOverloadDecl.newGlobalOverload("percent_int", SimpleType.DOUBLE, SimpleType.INT));
    }

    private static Iterable<CelFunctionBinding> percentBindings() {
        return CelFunctionBinding.fromOverloads(
                "percent",
                CelFunctionBinding.from("percent_double", Double.class, percent -> percent / 100),
                CelFunctionBinding.from("percent_int", Long.class, percent -> percent / 100.0));
    }

    private static CelFunctionDecl ratio() {
        return CelFunctionDecl.newFunctionDeclaration(
                "ratio",
                CelOverloadDecl.newGlobalOverload(
                        "ratio_duration", SimpleType.DOUBLE, SimpleType.DURATION, SimpleType.DURATION),
                CelOverloadDecl.newGlobalOverload(
                        "ratio_double", SimpleType.DOUBLE, SimpleType.DOUBLE, SimpleType.DOUBLE));
    }

    private static Iterable<CelFunctionBinding> ratioBindings() {
        return CelFunctionBinding.fromOverloads(
                "ratio",
                CelFunctionBinding.from(
                        "ratio_duration",
                        Duration.class,
                        Duration.class,
                        (a, b) -> quotient(a.toNanos(), (double) b.toNanos())),
                CelFunctionBinding.from("ratio_double", Double.class, Double.class, RuleLanguage::quotient));
    }

    private static CelFunctionDecl divide() {
        return CelFunctionDecl.newFunctionDeclaration(
                DIVIDE,
                CelOverloadDecl.newGlobalOverload(
                        "divided_by_double", SimpleType.DOUBLE, SimpleType.DOUBLE, SimpleType.DOUBLE),
                CelOverloadDecl.newGlobalOverload("divided_by_int", SimpleType.INT, SimpleType.INT, SimpleType.INT));
    }

    private static Iterable<CelFunctionBinding> divideBindings() {
        return CelFunctionBinding.fromOverloads(
                DIVIDE,
                CelFunctionBinding.from("divided_by_double", Double.class, Double.class, RuleLanguage::quotient),
                CelFunctionBinding.from("divided_by_int", Long.class, Long.class, RuleLanguage::wholeQuotient));
    }

    private static double quotient(double a, double b) {
        if (b == 0) {
            throw new CelDivideByZeroException();
        }
        return a / b;
    }

    private static long wholeQuotient(long a, long b) {
        if (b == 0) {
            throw new CelDivideByZeroException();
        }
        return a / b;
    }
}
