package dev.redliner.service.openslo;

import dev.redliner.rules.LatencyStatistic;
import dev.redliner.service.YamlDocument;
import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads an SLO in the format of OpenSLO, version {@code openslo/v1}, and turns its objectives into rules. Ratios of
 * good requests become a limit of the error rate or of a percentile. Thresholds of a {@code histogram_quantile} become
 * a limit of that percentile. All other objectives are refused. The time window and the error budget of an SLO have no
 * counterpart: a rule is judged at each moment of a run.
 */
public final class OpenSlo {
    private static final Set<String> ROOT = Set.of("apiVersion", "kind", "metadata", "spec");
    private static final Set<String> METADATA = Set.of("name", "displayName", "labels", "annotations");
    private static final Set<String> SPEC = Set.of(
            "description",
            "service",
            "indicator",
            "indicatorRef",
            "timeWindow",
            "budgetingMethod",
            "objectives",
            "alertPolicies");
    private static final Set<String> OBJECTIVE =
            Set.of("displayName", "op", "value", "target", "targetPercent", "timeSliceTarget", "timeSliceWindow");
    private static final int MOST = 50;

    private OpenSlo() {}

    /**
     * The objectives of an SLO as rules.
     *
     * @param file the name of the document, for the problems; null if it has none
     * @throws InvalidOpenSlo with all problems of the document, and all objectives that no rule can express
     */
    public static List<ImportedRule> read(@Nullable String file, String text) throws InvalidOpenSlo {
        return YamlDocument.read("SLO", file, text, OpenSlo::slo, InvalidOpenSlo::new);
    }

    private static Optional<List<ImportedRule>> slo(YamlValue root) {
        Optional<YamlMap> read = root.map(ROOT, "it begins with 'apiVersion: openslo/v1'");
        if (read.isEmpty()) {
            return Optional.empty();
        }
        YamlMap map = read.get();
        map.required("apiVersion", "openslo/v1").ifPresent(it -> it.oneOf(Map.of("openslo/v1", true)));
        map.required("kind", "SLO").ifPresent(it -> it.oneOf(Map.of("SLO", true)));
        Optional<String> name = map.required("metadata", "its name")
                .flatMap(it -> it.map(METADATA, "its name"))
                .flatMap(it -> it.required("name", "such as checkout-latency"))
                .flatMap(it -> it.text("such as checkout-latency"));
        Optional<YamlMap> spec = map.required("spec", "indicator and objectives")
                .flatMap(it -> it.map(SPEC, "indicator and objectives"));
        return spec.flatMap(it -> rules(it, name.orElse("slo")));
    }

    private static Optional<List<ImportedRule>> rules(YamlMap spec, String name) {
        spec.value("indicatorRef")
                .ifPresent(
                        it -> it.problem("an indicator of another document cannot be read", "write it as indicator"));
        if (spec.value("indicatorRef").isPresent()) {
            return Optional.empty();
        }
        Optional<Indicator> indicator =
                spec.required("indicator", "a ratioMetric or a thresholdMetric").flatMap(Indicator::read);
        List<YamlValue> objectives = spec.required("objectives", "such as [{target: 0.99}]")
                .flatMap(it -> it.list(false, "such as [{target: 0.99}]"))
                .orElse(List.of());
        if (indicator.isEmpty() || objectives.size() > MOST) {
            return Optional.empty();
        }
        var rules = new ArrayList<ImportedRule>();
        for (YamlValue objective : objectives) {
            String id = rules.isEmpty() ? name : name + "-" + (rules.size() + 1);
            objective
                    .map(OBJECTIVE, "such as {target: 0.99}")
                    .flatMap(it -> rule(it, id, indicator.get()))
                    .ifPresent(rules::add);
        }
        return Optional.of(rules);
    }

    private static Optional<ImportedRule> rule(YamlMap objective, String id, Indicator indicator) {
        if (indicator instanceof Indicator.Percentile percentile) {
            return threshold(objective, id, percentile);
        }
        Optional<Double> target = target(objective);
        if (indicator instanceof Indicator.Within within) {
            return target.flatMap(it -> percentile(objective.self(), it))
                    .flatMap(
                            statistic -> latency(objective.self(), id, statistic, within.seconds(), within.selected()));
        }
        return target.map(it -> {
            BigDecimal bad = BigDecimal.ONE.subtract(BigDecimal.valueOf(it)).multiply(BigDecimal.valueOf(100));
            String percent = bad.round(new MathContext(9)).stripTrailingZeros().toPlainString() + "%";
            return new ImportedRule(
                    id,
                    "error_rate",
                    percent,
                    "at most " + percent + " of the requests fail" + ofAll(indicator.selected()));
        });
    }

    private static String ofAll(String selected) {
        return selected.isEmpty() ? "" : ", over all requests; the query selects those with " + selected;
    }

    private static Optional<ImportedRule> threshold(YamlMap objective, String id, Indicator.Percentile indicator) {
        objective.value("op").ifPresent(it -> it.oneOf(Map.of("lte", true, "lt", true)));
        Optional<Double> value =
                objective.required("value", "the limit of the percentile").flatMap(YamlValue::number);
        return percentile(objective.self(), indicator.percentile())
                .flatMap(statistic -> value.flatMap(it ->
                        latency(objective.self(), id, statistic, it * indicator.unitSeconds(), indicator.selected())));
    }

    private static Optional<Double> target(YamlMap objective) {
        Optional<YamlValue> percent = objective.value("targetPercent");
        Optional<Double> target = percent.isPresent()
                ? percent.flatMap(YamlValue::number).map(it -> it / 100)
                : objective.required("target", "such as 0.99").flatMap(YamlValue::fraction);
        target.filter(it -> !(it > 0 && it < 1))
                .ifPresent(it -> objective.self().problem("a target is above 0 and below 1", "such as 0.99"));
        return target.filter(it -> it > 0 && it < 1);
    }

    private static Optional<LatencyStatistic> percentile(YamlValue place, double fraction) {
        Optional<LatencyStatistic> known = Arrays.stream(LatencyStatistic.values())
                .filter(it ->
                        it.fraction().isPresent() && Math.abs(it.fraction().getAsDouble() - fraction) < 1e-9)
                .findFirst();
        if (known.isEmpty()) {
            place.problem(
                    "rules have no percentile for " + fraction,
                    "there are "
                            + Arrays.stream(LatencyStatistic.values())
                                    .flatMap(it -> it.fraction().stream().boxed())
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", ")));
        }
        return known;
    }

    private static Optional<ImportedRule> latency(
            YamlValue place, String id, LatencyStatistic statistic, double seconds, String selected) {
        BigDecimal millis = BigDecimal.valueOf(seconds)
                .multiply(BigDecimal.valueOf(1000))
                .round(new MathContext(9))
                .stripTrailingZeros();
        if (millis.scale() > 0 || millis.signum() <= 0) {
            place.problem("a limit of " + millis.toPlainString() + " ms is not a whole number of milliseconds", null);
            return Optional.empty();
        }
        String limit = millis.toPlainString() + "ms";
        String meaning = statistic.metric() + " is at most " + limit + ofAll(selected);
        return Optional.of(new ImportedRule(id, statistic.metric(), limit, meaning));
    }
}
