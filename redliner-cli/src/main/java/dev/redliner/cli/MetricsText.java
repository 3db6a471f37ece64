package dev.redliner.cli;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.MetricNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The metrics of the newest verdict on a service, for a terminal. A value is either over the window of the rules, or a
 * signal over the newest tick that has it.
 */
final class MetricsText {
    private static final String PEERS = "peers.";
    private static final String POOL = "pool.";
    private static final String BUSIEST = "; host.cpu of PEERS is that of the busiest peer over a minute, and"
            + " host.cpu.hosts the number of peers that report it";

    private final JsonNode view;
    private final JsonNode metrics;
    private final JsonNode signals;

    private MetricsText(JsonNode view) {
        this.view = view;
        metrics = view.path("metrics");
        signals = view.path("signals");
    }

    static String of(JsonNode view) {
        return new MetricsText(view).text();
    }

    private String text() {
        StringBuilder text = new StringBuilder("service " + word(view, "service") + ", newest verdict: run "
                + word(view, "run") + " at " + word(view, "at") + "\n");
        text.append(metrics())
                .append(ofDependencies())
                .append(times())
                .append(others())
                .append(gaps());
        Table rules = new Table("RULE", "OUTCOME", "REASON");
        view.path("rules").forEach(rule -> rules.row(word(rule, "rule"), word(rule, "outcome"), word(rule, "reason")));
        text.append(rules.text());
        view.path("missing").forEach(host -> text.append("no recent report: ")
                .append(Formats.safe(host.asString("")))
                .append('\n'));
        view.path("notes")
                .forEach(note -> text.append(Formats.safe(note.asString(""))).append('\n'));
        return text.toString();
    }

    private String metrics() {
        Set<String> names = new TreeSet<>();
        names()
                // the values of single hosts of a set
                .filter(name -> !name.contains("/"))
                .filter(name -> DependencyMetric.of(name).isEmpty())
                .map(MetricsText::plain)
                .forEach(names::add);
        Table table = new Table("METRIC", "SUT", "PEERS", "POOL", "OVER");
        names.forEach(name ->
                table.row(Formats.safe(name), value(name), value(PEERS + name), value(POOL + name), source(name)));
        return table.text();
    }

    private String ofDependencies() {
        List<String> names = names().filter(name -> DependencyMetric.of(name).isPresent())
                .sorted()
                .toList();
        Table table = new Table("METRIC OF A DEPENDENCY", "VALUE", "OVER");
        names.forEach(name -> table.row(Formats.safe(name), value(name), sourceOf(name)));
        return names.isEmpty() ? "" : table.text();
    }

    private String times() {
        StringBuilder text = new StringBuilder();
        JsonNode seconds = view.path("windowSeconds");
        if (!metrics.isEmpty()) {
            text.append("window: the longest window of the rules")
                    .append(seconds.isNumber() ? ", " + number(seconds.asDouble()) + " s" : "")
                    .append(metrics.has(PEERS + MetricNames.HOST_CPU) ? BUSIEST : "")
                    .append('\n');
        }
        if (!signals.isEmpty()) {
            text.append("tick: signals, each over the newest tick that has it, from ")
                    .append(word(view, "signalsFrom"))
                    .append(" on\n");
        }
        return text.toString();
    }

    private String others() {
        JsonNode others = view.path("others");
        if (others.isEmpty()) {
            return "";
        }
        int leftOut = view.path("othersLeftOut").asInt(0);
        return further(others, false, new Table("FURTHER METRIC", "SUT"))
                + further(others, true, new Table("FURTHER METRIC OF A DEPENDENCY", "VALUE"))
                + "these at " + word(view, "othersAt")
                + (leftOut > 0 ? "; " + leftOut + " more are not listed" : "") + "\n";
    }

    private static String further(JsonNode others, boolean ofDependencies, Table table) {
        List<String> names = others.propertyNames().stream()
                .filter(name -> DependencyMetric.of(name).isPresent() == ofDependencies)
                .toList();
        names.forEach(name -> table.row(
                Formats.safe(name), Formats.measure(name, others.path(name).asDouble())));
        return names.isEmpty() ? "" : table.text();
    }

    private String gaps() {
        JsonNode gaps = view.path("gaps");
        Table table = new Table("SIGNAL WITHOUT A VALUE", "REASON");
        gaps.propertyNames().forEach(name -> table.row(Formats.safe(name), word(gaps, name)));
        return gaps.isEmpty() ? "" : table.text();
    }

    private Stream<String> names() {
        return Stream.concat(metrics.propertyNames().stream(), signals.propertyNames().stream());
    }

    /** The source of the values of SUT, peers and pool. */
    private String source(String name) {
        String sut = sourceOf(name);
        String peers = sourceOf(PEERS + name);
        String first = !sut.isEmpty() ? sut : !peers.isEmpty() ? peers : sourceOf(POOL + name);
        return sut.isEmpty() || peers.isEmpty() || sut.equals(peers) ? first : sut + ", peers " + peers;
    }

    private String sourceOf(String name) {
        if (metrics.path(name).isNumber()) {
            return "window";
        }
        return signals.path(name).isNumber() ? "tick" : "";
    }

    private String value(String name) {
        JsonNode value = metrics.path(name).isNumber() ? metrics.path(name) : signals.path(name);
        return Formats.measure(name, value.isNumber() ? (Double) value.asDouble() : null);
    }

    private static String plain(String name) {
        if (name.startsWith(PEERS)) {
            return name.substring(PEERS.length());
        }
        return name.startsWith(POOL) ? name.substring(POOL.length()) : name;
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String word(JsonNode view, String name) {
        return Formats.safe(view.path(name).asString(""));
    }
}
