package dev.redliner.service.openslo;

import dev.redliner.rules.LatencyStatistic;
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

/** Turns the objectives of one SLO into rules. */
final class Objectives {
    private static final Set<String> OBJECTIVE = Set.of(
            "displayName",
            "op",
            "value",
            "target",
            "targetPercent",
            "timeSliceTarget",
            "timeSliceWindow",
            "indicator",
            "indicatorRef",
            "compositeWeight");
    private static final int MOST = 50;
    private static final String EXAMPLE = "such as [{target: 0.99}]";

    private final String name;
    private final Indicators indicators;

    /** @param name the name of the SLO, which is the id of its first rule */
    Objectives(String name, Indicators indicators) {
        this.name = name;
        this.indicators = indicators;
    }

    /** The objectives of {@code spec} that a rule can express. The others are reported as problems. */
    List<ImportedRule> rules(YamlMap spec) {
        List<YamlMap> objectives =
                spec.required("objectives", EXAMPLE).map(Objectives::some).orElse(List.of());
        boolean each = !objectives.isEmpty() && objectives.stream().allMatch(Indicators::given);
        boolean some = objectives.stream().anyMatch(Indicators::given);
        if (some && (!each || Indicators.given(spec))) {
            spec.self().problem("some objectives have an indicator of their own", "give it to the SLO, or to each");
            return List.of();
        }
        Optional<Indicator> ofAll = each ? Optional.empty() : indicators.of(spec);
        var rules = new ArrayList<ImportedRule>();
        for (YamlMap objective : objectives) {
            String id = rules.isEmpty() ? name : name + "-" + (rules.size() + 1);
            Optional<Indicator> indicator = each ? indicators.of(objective) : ofAll;
            indicator.flatMap(it -> rule(objective, id, it)).ifPresent(rules::add);
        }
        return rules;
    }

    private static List<YamlMap> some(YamlValue list) {
        Optional<List<YamlValue>> read = list.list(false, EXAMPLE);
        read.filter(List::isEmpty).ifPresent(it -> list.problem("has no objective", EXAMPLE));
        List<YamlValue> objectives = read.orElse(List.of());
        if (objectives.size() > MOST) {
            objectives.get(MOST).problem("an SLO has " + MOST + " objectives at most", "split it");
            return List.of();
        }
        return objectives.stream()
                .flatMap(it -> it.map(OBJECTIVE, "such as {target: 0.99}").stream())
                .toList();
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
