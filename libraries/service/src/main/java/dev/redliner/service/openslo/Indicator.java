package dev.redliner.service.openslo;

import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The indicator of an SLO, as far as it is one of Redliner's metrics. */
sealed interface Indicator {
    /** Labels that select some of the requests, as text; empty for all of them. A rule cannot have them. */
    String selected();

    /** The part of the requests that are no failures; the target is a fraction of them. */
    record Successes(String selected) implements Indicator {}

    /**
     * The part of the requests that are answered within a limit; the target is a fraction of them.
     *
     * @param seconds the limit
     */
    record Within(double seconds, String selected) implements Indicator {}

    /**
     * A percentile of the latency; the value of an objective is its limit.
     *
     * @param percentile such as 0.99
     * @param unitSeconds the unit of the value in seconds
     */
    record Percentile(double percentile, double unitSeconds, String selected) implements Indicator {}

    /** A label with the status of the answer, of which 5xx counts. */
    Pattern FAILURES = Pattern.compile(
            "(?i)\\b[a-z_]*(code|status)[a-z_]*\\s*=~?\\s*\"\\^?5(xx|[.]{2}|[.][*+]|\\[0-9\\].*)\\$?\"");

    Pattern NO_FAILURES = Pattern.compile(
            "(?i)\\b[a-z_]*(code|status)[a-z_]*\\s*!~?=?\\s*\"\\^?5(xx|[.]{2}|[.][*+]|\\[0-9\\].*)\\$?\"");
    Pattern BUCKET =
            Pattern.compile("([A-Za-z_:][\\w:]*)_bucket\\s*\\{[^}]*\\ble\\s*=\\s*\"([0-9]+(?:\\.[0-9]+)?)\"[^}]*\\}");
    Pattern QUANTILE =
            Pattern.compile("histogram_quantile\\s*\\(\\s*([0-9]*\\.?[0-9]+)\\s*,.*?([A-Za-z_:][\\w:]*)_bucket.*");

    /** A histogram of anything else, such as of queries to a database, has no counterpart among the latencies. */
    Pattern OF_REQUESTS = Pattern.compile(
            "(?i)(?!(.*_)?(client|db|sql|jdbc|kafka|redis|cache)(_.*)?$).*(request|http|grpc|rq_time).*");

    Pattern LABEL = Pattern.compile("([A-Za-z_]\\w*)\\s*(=~|!~|!=|=)\\s*(\"[^\"]*\"|'[^']*')");
    /** Labels that select a service and not some of its requests, or the status that makes a failure. */
    Pattern OF_SERVICE =
            Pattern.compile("(?i)le|job|instance|service|namespace|pod|container|cluster|[a-z_]*(code|status)[a-z_]*");

    /**
     * Reads an indicator, which is a mapping with {@code spec}; empty if it has problems, or is none of Redliner's
     * metrics.
     */
    static Optional<Indicator> read(YamlMap declared) {
        return declared.required("spec", "such as ratioMetric")
                .flatMap(it -> it.map(Set.of("description", "ratioMetric", "thresholdMetric"), "such as ratioMetric"))
                .flatMap(Indicator::of);
    }

    private static Optional<Indicator> of(YamlMap spec) {
        Optional<YamlValue> ratio = spec.value("ratioMetric");
        Optional<YamlValue> threshold = spec.value("thresholdMetric");
        if (ratio.isPresent() == threshold.isPresent()) {
            spec.self().problem("needs either ratioMetric or thresholdMetric", null);
            return Optional.empty();
        }
        return ratio.isPresent() ? ratio.flatMap(Indicator::ratio) : threshold.flatMap(Indicator::threshold);
    }

    private static Optional<Indicator> ratio(YamlValue value) {
        Optional<YamlMap> read =
                value.map(Set.of("counter", "good", "bad", "total", "raw", "rawType"), "good and total");
        if (read.isEmpty()) {
            return Optional.empty();
        }
        YamlMap ratio = read.get();
        if (ratio.value("raw").isPresent()) {
            ratio.self().problem("a raw ratio cannot be imported", "give good or bad, and total");
            return Optional.empty();
        }
        if (ratio.value("bad").isPresent()) {
            YamlValue bad = ratio.value("bad").get();
            return query(bad)
                    .flatMap(text -> FAILURES.matcher(text).find()
                            ? Optional.of(new Successes(selected(text)))
                            : none(bad, "selects no status 5xx, which is what Redliner counts as a failure"));
        }
        return ratio.required("good", "or bad, and total")
                .flatMap(good -> query(good).flatMap(text -> good(good, text)));
    }

    private static Optional<Indicator> good(YamlValue place, String query) {
        Matcher bucket = BUCKET.matcher(query);
        if (bucket.find()) {
            double limit = Double.parseDouble(bucket.group(2));
            return unit(place, bucket.group(1)).map(unit -> new Within(limit * unit, selected(query)));
        }
        return NO_FAILURES.matcher(query).find()
                ? Optional.of(new Successes(selected(query)))
                : none(place, "selects neither a latency bucket (le) nor requests without status 5xx");
    }

    private static Optional<Indicator> threshold(YamlValue value) {
        return value.map(Set.of("metricSource"), "its metricSource")
                .flatMap(it -> source(it))
                .flatMap(text -> {
                    Matcher quantile = QUANTILE.matcher(text.replace('\n', ' '));
                    return quantile.matches()
                            ? unit(value, quantile.group(2))
                                    .map(unit ->
                                            new Percentile(Double.parseDouble(quantile.group(1)), unit, selected(text)))
                            : none(value, "is no histogram_quantile of a latency");
                });
    }

    private static String selected(String query) {
        return LABEL.matcher(query)
                .results()
                .filter(label -> !OF_SERVICE.matcher(label.group(1)).matches())
                .map(MatchResult::group)
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static Optional<Double> unit(YamlValue place, String metric) {
        if (!OF_REQUESTS.matcher(metric).matches()) {
            place.problem(
                    "the query reads " + metric + ", which is not known to be a latency of requests",
                    "write a rule such as {metric: app." + metric + ".p99, max: 250ms}");
            return Optional.empty();
        }
        if (metric.endsWith("_seconds")) {
            return Optional.of(1.0);
        }
        if (metric.endsWith("_milliseconds") || metric.endsWith("_ms")) {
            return Optional.of(0.001);
        }
        place.problem("the name of " + metric + " does not end with its unit", "_seconds, _milliseconds or _ms");
        return Optional.empty();
    }

    private static Optional<String> query(YamlValue value) {
        return value.map(Set.of("metricSource"), "its metricSource").flatMap(Indicator::source);
    }

    private static Optional<String> source(YamlMap map) {
        return map.required("metricSource", "its type and spec")
                .flatMap(it -> it.map(Set.of("metricSourceRef", "type", "spec"), "its type and spec"))
                .flatMap(it -> it.required("spec", "its query"))
                .flatMap(it -> it.map(Set.of("query"), "a query of Prometheus"))
                .flatMap(it -> it.required("query", "a query of Prometheus"))
                .flatMap(it -> it.text("a query of Prometheus"));
    }

    private static Optional<Indicator> none(YamlValue place, String why) {
        place.problem("the query " + why, "write such a rule as an expression");
        return Optional.empty();
    }
}
