package dev.redliner.rules;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.parser.CelUnparserFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes a rule apart. A part that must hold on its own (joined by {@code &&}) may be evidence for the search. A part
 * that is only one way to pass (below {@code ||}, {@code !}, {@code ?:}) is for display only.
 */
final class Decomposition {
    /** Each comparison operator with its equivalent for exchanged sides. */
    private static final Map<String, String> EXCHANGED =
            Map.of("_<=_", "_>=_", "_<_", "_>_", "_>=_", "_<=_", "_>_", "_<_", "_==_", "_==_", "_!=_", "_!=_");

    private final RuleSpec spec;
    private final CelAbstractSyntaxTree parsed;
    private final CelAbstractSyntaxTree checked;
    private final MetricVariables slots;

    Decomposition(RuleSpec spec, CelAbstractSyntaxTree parsed, CelAbstractSyntaxTree checked, MetricVariables slots) {
        this.spec = spec;
        this.parsed = parsed;
        this.checked = checked;
        this.slots = slots;
    }

    /**
     * The terms of the rule, at least one.
     *
     * @throws RuleException if a limit can never be crossed
     */
    List<Term> terms() {
        return conjuncts(parsed.getExpr()).flatMap(this::termsOf).toList();
    }

    private static Stream<CelExpr> conjuncts(CelExpr expr) {
        return isCall(expr, "_&&_") ? expr.call().args().stream().flatMap(Decomposition::conjuncts) : Stream.of(expr);
    }

    private Stream<Term> termsOf(CelExpr conjunct) {
        if (isComparison(conjunct)) {
            return Stream.of(term(conjunct, true));
        }
        List<Term> inside =
                comparisonsIn(conjunct).map(each -> term(each, false)).toList();
        return inside.isEmpty()
                ? Stream.of(new Term(Criterion.Kind.OTHER, text(conjunct), text(conjunct), null, null, 0, null))
                : inside.stream();
    }

    private static Stream<CelExpr> comparisonsIn(CelExpr expr) {
        if (isComparison(expr)) {
            return Stream.of(expr);
        }
        return expr.getKind() == Kind.CALL
                ? expr.call().args().stream().flatMap(Decomposition::comparisonsIn)
                : Stream.empty();
    }

    private Term term(CelExpr comparison, boolean mustHold) {
        CelCall call = comparison.call();
        // duration("200ms") >= latency.p99 reads as latency.p99 <= duration("200ms")
        boolean exchange = side(call.args().get(0)) instanceof Side.Constant;
        CelExpr leftExpr = call.args().get(exchange ? 1 : 0);
        String operator = exchange ? EXCHANGED.get(call.function()) : call.function();
        Side left = side(leftExpr);
        Side right = side(call.args().get(exchange ? 0 : 1));
        refuseLimitBeyondReach(comparison, left, right);
        boolean upperLimit = mustHold && ("_<=_".equals(operator) || "_<_".equals(operator));
        if (upperLimit && left instanceof Side.Metric metric && right instanceof Side.Constant limit) {
            return limited(metric, limit, text(comparison));
        }
        return new Term(Criterion.Kind.OTHER, text(leftExpr), text(comparison), left, right, 0, null);
    }

    private static Term limited(Side.Metric metric, Side.Constant limit, String text) {
        String name = metric.name();
        if (name.equals(RuleNames.ERROR_RATE)) {
            double allowed = Math.max(0, limit.value());
            return new Term(Criterion.Kind.FRACTION, name, text, metric, limit, allowed, null);
        }
        OptionalDouble within = percentile(name);
        if (within.isPresent()) {
            Duration latency = Duration.ofNanos(Math.round(limit.value() * 1e9));
            double allowed = Math.round((1 - within.getAsDouble()) * 1e6) / 1e6;
            return new Term(Criterion.Kind.FRACTION, name, text, metric, limit, allowed, latency);
        }
        // a percentile does not grow in proportion to the load
        boolean gauge = Vocabulary.isOfSut(name) && BucketPercentile.of(name).isEmpty();
        Criterion.Kind kind = gauge ? Criterion.Kind.GAUGE : Criterion.Kind.OTHER;
        return new Term(kind, name, text, metric, limit, 0, null);
    }

    private static OptionalDouble percentile(String name) {
        return Arrays.stream(LatencyStatistic.values())
                .filter(statistic -> statistic.metric().equals(name))
                .findFirst()
                .map(LatencyStatistic::fraction)
                .orElse(OptionalDouble.empty());
    }

    private void refuseLimitBeyondReach(CelExpr comparison, Side left, Side right) {
        if (left instanceof Side.Metric metric
                && right instanceof Side.Constant limit
                && Vocabulary.isFraction(metric.name())
                && limit.value() > 1) {
            int offset = RuleCompiler.offset(parsed, comparison.id(), spec.pass());
            throw RuleCompiler.refused(
                    spec,
                    offset,
                    metric.name() + " is a fraction from 0 to 1 and never reaches " + limit.value() + "; write percent("
                            + limit.value() + ") if percent is meant");
        }
    }

    private Side side(CelExpr expr) {
        String metric = MetricVariables.metricOf(expr);
        if (metric != null) {
            return new Side.Metric(metric);
        }
        // binding again with the same slots keeps the variables of metrics and the types of nodes
        int known = slots.byMetric().size();
        CelExpr bound = slots.bind(expr);
        if (slots.byMetric().size() != known) {
            throw new IllegalStateException("a part of " + spec.pass() + " has metrics that the whole has not");
        }
        var program = Programs.of(CelAbstractSyntaxTree.newCheckedAst(
                bound, checked.getSource(), checked.getReferenceMap(), checked.getTypeMap()));
        Double constant = readsMetrics(expr) ? null : constant(program);
        return constant == null ? new Side.Computed(program) : new Side.Constant(constant);
    }

    private static @Nullable Double constant(Program program) {
        try {
            return Side.asNumber(program.eval());
        } catch (CelEvaluationException e) {
            return null; // fails in the same way at each evaluation
        }
    }

    private static boolean readsMetrics(CelExpr expr) {
        return switch (expr.getKind()) {
            case IDENT, SELECT -> true;
            case CALL ->
                Stream.concat(expr.call().target().stream(), expr.call().args().stream())
                        .anyMatch(Decomposition::readsMetrics);
            case LIST -> expr.list().elements().stream().anyMatch(Decomposition::readsMetrics);
            case CONSTANT, STRUCT, MAP, COMPREHENSION, NOT_SET -> false;
        };
    }

    private String text(CelExpr expr) {
        return CelUnparserFactory.newUnparser().unparse(CelAbstractSyntaxTree.newParsedAst(expr, parsed.getSource()));
    }

    private static boolean isComparison(CelExpr expr) {
        return expr.getKind() == Kind.CALL && EXCHANGED.containsKey(expr.call().function());
    }

    private static boolean isCall(CelExpr expr, String function) {
        return expr.getKind() == Kind.CALL && expr.call().function().equals(function);
    }
}
