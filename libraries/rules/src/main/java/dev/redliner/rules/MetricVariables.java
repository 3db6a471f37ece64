package dev.redliner.rules;

import static com.google.common.collect.ImmutableList.toImmutableList;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Replaces each dotted metric name by one variable, and rejects expressions that are not part of the rule language. */
final class MetricVariables {
    private static final Set<String> LOOPS = Set.of("all", "exists", "exists_one", "map", "filter");

    /** A problem at a node of the syntax tree. */
    record Refusal(long exprId, String message) {}

    private final Map<String, String> slotByMetric = new LinkedHashMap<>();
    private final List<Refusal> refusals = new ArrayList<>();

    /** The metrics found so far, in the order of their first use, each with its variable. */
    Map<String, String> byMetric() {
        return slotByMetric;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    /** The expression with variables for metrics; the ids of its nodes stay the same. */
    CelExpr bind(CelExpr expr) {
        return bind(expr, 1);
    }

    /** The metric if the expression is nothing but the name of a metric; otherwise null. */
    static @Nullable String metricOf(CelExpr expr) {
        return dottedName(expr)
                .filter(name -> Vocabulary.typeOf(name).isPresent())
                .orElse(null);
    }

    private CelExpr bind(CelExpr expr, int depth) {
        if (depth > RuleLanguage.MAX_DEPTH) {
            return refused(expr, "nested deeper than " + RuleLanguage.MAX_DEPTH + " levels; make it two rules");
        }
        return switch (expr.getKind()) {
            case CONSTANT -> expr;
            case IDENT, SELECT -> metric(expr);
            case CALL -> call(expr, depth);
            case LIST -> rebuilt(expr, element -> bind(element, depth + 1));
            case STRUCT, MAP, COMPREHENSION, NOT_SET ->
                refused(expr, "maps and messages are no part of rules; compare metrics with numbers or durations");
        };
    }

    private CelExpr metric(CelExpr expr) {
        Optional<String> name = dottedName(expr);
        if (name.isEmpty()) {
            return refused(expr, "only metrics have parts, such as latency.p99");
        }
        Optional<Vocabulary.Type> type = Vocabulary.typeOf(name.get());
        if (type.isEmpty()) {
            return refused(root(expr), Vocabulary.unknown(name.get()));
        }
        if (slotByMetric.size() == RuleLanguage.MAX_METRICS && !slotByMetric.containsKey(name.get())) {
            return refused(expr, "reads more than " + RuleLanguage.MAX_METRICS + " metrics; make it two rules");
        }
        return CelExpr.ofIdent(expr.id(), slotByMetric.computeIfAbsent(name.get(), unused -> freshSlot(type.get())));
    }

    private String freshSlot(Vocabulary.Type type) {
        return switch (type) {
            case LATENCY -> RuleLanguage.durationSlot(slotByMetric.size());
            case NUMBER -> RuleLanguage.numberSlot(slotByMetric.size());
        };
    }

    private CelExpr call(CelExpr expr, int depth) {
        CelCall call = expr.call();
        if (LOOPS.contains(call.function()) && call.target().isPresent()) {
            return refused(expr, "loops (" + call.function() + ") are no part of rules; write each comparison out");
        }
        if (call.function().equals("has")) {
            return refused(expr, "has() is no part of rules: a metric that is missing makes the rule UNKNOWN");
        }
        String function = call.function().equals("_/_") ? RuleLanguage.DIVIDE : call.function();
        return CelExpr.ofCall(
                expr.id(),
                call.target().map(target -> bind(target, depth + 1)),
                function,
                call.args().stream().map(arg -> bind(arg, depth + 1)).collect(toImmutableList()));
    }

    private static CelExpr rebuilt(CelExpr list, UnaryOperator<CelExpr> change) {
        return CelExpr.ofList(
                list.id(),
                list.list().elements().stream().map(change).collect(toImmutableList()),
                list.list().optionalIndices());
    }

    /** Records the problem and returns an expression without problems, so that binding continues. */
    private CelExpr refused(CelExpr expr, String message) {
        refusals.add(new Refusal(expr.id(), message));
        return CelExpr.ofConstant(expr.id(), CelConstant.ofValue(true));
    }

    private static Optional<String> dottedName(CelExpr expr) {
        if (expr.getKind() == Kind.IDENT) {
            return Optional.of(expr.ident().name());
        }
        return expr.getKind() == Kind.SELECT && !expr.select().testOnly()
                ? dottedName(expr.select().operand())
                        .map(front -> front + "." + expr.select().field())
                : Optional.empty();
    }

    private static CelExpr root(CelExpr expr) {
        return expr.getKind() == Kind.SELECT ? root(expr.select().operand()) : expr;
    }
}
