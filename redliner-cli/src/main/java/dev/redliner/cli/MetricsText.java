package dev.redliner.cli;

import dev.redliner.contracts.pool.DependencyMetric;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The metrics of the newest verdict on a service, for a terminal. */
final class MetricsText {
    private static final String PEERS = "peers.";
    private static final String POOL = "pool.";

    private MetricsText() {}

    static String of(JsonNode view) {
        StringBuilder text = new StringBuilder("service " + word(view, "service") + ", newest verdict: run "
                + word(view, "run") + " at " + word(view, "at") + "\n");
        text.append(metrics(view.path("metrics")));
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

    private static String metrics(JsonNode metrics) {
        Set<String> names = new TreeSet<>();
        metrics.propertyNames().stream()
                // the values of single hosts of a set
                .filter(name -> !name.contains("/"))
                .filter(name -> DependencyMetric.of(name).isEmpty())
                .map(MetricsText::plain)
                .forEach(names::add);
        Table table = new Table("METRIC", "SUT", "PEERS", "POOL");
        names.forEach(name -> table.row(
                Formats.safe(name),
                Formats.measure(name, value(metrics, name)),
                Formats.measure(name, value(metrics, PEERS + name)),
                Formats.measure(name, value(metrics, POOL + name))));
        return table.text() + ofDependencies(metrics);
    }

    private static String ofDependencies(JsonNode metrics) {
        List<String> names = metrics.propertyNames().stream()
                .filter(name -> DependencyMetric.of(name).isPresent())
                .sorted()
                .toList();
        Table table = new Table("METRIC OF A DEPENDENCY", "VALUE");
        names.forEach(name -> table.row(Formats.safe(name), Formats.measure(name, value(metrics, name))));
        return names.isEmpty() ? "" : table.text();
    }

    private static String plain(String name) {
        if (name.startsWith(PEERS)) {
            return name.substring(PEERS.length());
        }
        return name.startsWith(POOL) ? name.substring(POOL.length()) : name;
    }

    private static @Nullable Double value(JsonNode metrics, String name) {
        JsonNode value = metrics.path(name);
        return value.isNumber() ? value.asDouble() : null;
    }

    private static String word(JsonNode view, String name) {
        return Formats.safe(view.path(name).asString(""));
    }
}
