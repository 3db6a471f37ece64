package dev.redliner.rules;

import com.google.common.collect.ImmutableList;
import dev.cel.runtime.CelAttributePattern;
import dev.cel.runtime.CelUnknownSet;
import dev.cel.runtime.PartialVars;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The metrics of one rule at one moment, in the form that CEL takes: a metric without a finite value is unknown. */
final class MetricActivation {
    private static final double NANOS = 1e9;

    private final Map<String, String> slotByMetric;
    private final Map<String, Double> numbers = new HashMap<>();
    private final PartialVars variables;

    MetricActivation(Map<String, String> slotByMetric, MetricValues now) {
        this.slotByMetric = slotByMetric;
        Map<String, Object> values = new HashMap<>();
        var unknown = ImmutableList.<CelAttributePattern>builder();
        slotByMetric.forEach((metric, slot) -> {
            OptionalDouble value = now.value(metric);
            if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
                numbers.put(metric, value.getAsDouble());
                values.put(slot, variable(metric, value.getAsDouble()));
            } else {
                unknown.add(CelAttributePattern.create(slot));
            }
        });
        variables = PartialVars.of(name -> Optional.ofNullable(values.get(name)), unknown.build());
    }

    private static Object variable(String metric, double value) {
        return Vocabulary.typeOf(metric).orElseThrow() == Vocabulary.Type.LATENCY
                ? Duration.ofNanos(Math.round(value * NANOS))
                : (Object) value;
    }

    PartialVars variables() {
        return variables;
    }

    @Nullable
    Double number(String metric) {
        return numbers.get(metric);
    }

    /** Metrics without a value, sorted. */
    List<String> missing() {
        return slotByMetric.keySet().stream()
                .filter(metric -> !numbers.containsKey(metric))
                .sorted()
                .toList();
    }

    /** The metrics that made a result unknown, sorted. */
    List<String> blamed(CelUnknownSet unknown) {
        List<String> slots = unknown.attributes().stream().map(Object::toString).toList();
        return slotByMetric.entrySet().stream()
                .filter(entry -> slots.contains(entry.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
