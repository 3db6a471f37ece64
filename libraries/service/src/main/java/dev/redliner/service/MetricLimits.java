package dev.redliner.service;

import dev.redliner.rules.MetricUnit;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Reads the short form of a rule, {@code {metric: latency.p99, max: 200ms}}, and turns it into an expression. A limit
 * has the unit of its metric: a duration, a fraction or a plain number.
 */
final class MetricLimits {
    private static final String FORM = "such as {metric: latency.p99, max: 200ms}";

    private MetricLimits() {}

    static Optional<RuleCondition> read(YamlMap rule) {
        Optional<YamlValue> metric = rule.required("metric", FORM);
        Optional<String> name = metric.flatMap(it -> it.text("the name of a metric, such as latency.p99"));
        if (name.isEmpty()) {
            return Optional.empty();
        }
        YamlValue place = metric.orElseThrow();
        Optional<MetricUnit> unit = MetricUnit.of(name.get());
        if (unit.isEmpty()) {
            place.problem(MetricUnit.unknown(name.get()), null);
            return Optional.empty();
        }
        Optional<YamlValue> max = rule.value("max");
        Optional<YamlValue> min = rule.value("min");
        if (max.isEmpty() && min.isEmpty()) {
            place.problem("'max' or 'min' is missing", FORM);
            return Optional.empty();
        }
        Optional<String> atMost = max.flatMap(it -> literal(it, unit.get()));
        Optional<String> atLeast = min.flatMap(it -> literal(it, unit.get()));
        if (atMost.isPresent() != max.isPresent() || atLeast.isPresent() != min.isPresent()) {
            return Optional.empty();
        }
        String expression = Stream.concat(
                        atMost.map(limit -> name.get() + " <= " + limit).stream(),
                        atLeast.map(limit -> name.get() + " >= " + limit).stream())
                .collect(Collectors.joining(" && "));
        return Optional.of(new RuleCondition.Limited(place, expression));
    }

    /** The limit as CEL; empty if it has another unit than the metric. */
    private static Optional<String> literal(YamlValue limit, MetricUnit unit) {
        return switch (unit) {
            case DURATION -> duration(limit);
            case FRACTION ->
                limit.fraction().filter(value -> upToOne(limit, value)).map(value -> fraction(limit, value));
            case COUNT ->
                limit.parsed(Quantities::number, "a number", "such as 500").map(value -> text(limit));
            case OWN ->
                limit.parsed(Quantities::fraction, "a number", "in the metric's own unit, such as 500, 0.8 or 80%")
                        .map(value -> fraction(limit, value));
        };
    }

    private static Optional<String> duration(YamlValue limit) {
        boolean number = limit.isScalar() && Quantities.number(text(limit)).isPresent();
        String hint = number ? "write the unit, such as " + text(limit) + "ms" : "such as 200ms, 1.5s or 2m";
        return limit.parsed(Quantities::duration, "a duration", hint).map(value -> "duration(\"" + text(limit) + "\")");
    }

    private static boolean upToOne(YamlValue limit, double value) {
        if (value > 1) {
            String hint = Quantities.number(text(limit)).isPresent() ? "write " + text(limit) + "% or a decimal" : null;
            limit.problem("the metric is a fraction from 0 to 1 and never reaches " + text(limit), hint);
        }
        return value <= 1;
    }

    private static String fraction(YamlValue limit, double value) {
        String text = text(limit);
        if (text.endsWith("%")) {
            return "percent(" + text.substring(0, text.length() - 1).strip() + ")";
        }
        return Quantities.number(text).isPresent() ? text : Double.toString(value);
    }

    private static String text(YamlValue limit) {
        return ((ScalarNode) limit.node()).getValue().strip();
    }
}
