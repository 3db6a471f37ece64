package dev.redliner.service;

import dev.redliner.contracts.pool.Dependency;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the list {@code dependsOn:}: names, and mappings of dependencies that are watched. */
final class DependsOnSection {
    private static final Set<String> KEYS = Set.of("name", "node", "metrics");
    private static final Set<String> WORDS_OF_CEL = Set.of("in", "true", "false", "null");
    private static final String HINT = "what others need too, such as [orders-db]";
    private static final String FORM = "name, and node or metrics";

    private DependsOnSection() {}

    /** Reads the dependencies, sorted by name. A plain name is a dependency that is not watched. */
    static List<Dependency> read(Optional<YamlValue> value) {
        List<Dependency> dependencies = new ArrayList<>();
        Map<String, Dependency> byWord = new HashMap<>();
        for (YamlValue item : value.flatMap(it -> it.list(true, HINT)).orElse(List.of())) {
            dependency(item).ifPresent(read -> {
                Dependency same = byWord.putIfAbsent(read.word(), read);
                if (same == null || areOnlyNames(same, read)) {
                    dependencies.add(read);
                } else if (!same.equals(read)) {
                    item.problem(
                            "dependency '" + read.name() + "' is there twice",
                            "each once; - and _ are the same in names of metrics");
                }
            });
        }
        long watched = dependencies.stream().filter(Dependency::watched).count();
        if (watched > Dependency.MOST) {
            value.ifPresent(it -> it.problem(
                    watched + " watched dependencies are more than " + Dependency.MOST,
                    "leave node and metrics out of those that no rule reads"));
        }
        return dependencies.stream()
                .distinct()
                .sorted(Comparator.comparing(Dependency::name))
                .toList();
    }

    /** Whether no metric can be meant by either: plain names may differ by - and _ alone. */
    private static boolean areOnlyNames(Dependency one, Dependency other) {
        return !one.watched() && !other.watched() && !one.equals(other);
    }

    private static Optional<Dependency> dependency(YamlValue item) {
        if (!item.isMap()) {
            return name(item).map(name -> new Dependency(name, "", null));
        }
        return item.map(KEYS, FORM).flatMap(DependsOnSection::watched);
    }

    private static Optional<Dependency> watched(YamlMap map) {
        Optional<String> name = map.required("name", "such as orders-db").flatMap(DependsOnSection::nameForRules);
        Optional<String> node = map.value("node").flatMap(DependsOnSection::node);
        Optional<URI> metrics = map.value("metrics").flatMap(YamlValue::httpUri);
        return name.map(it -> new Dependency(it, node.orElse(""), metrics.orElse(null)));
    }

    private static Optional<String> name(YamlValue value) {
        Optional<String> name = value.text("such as orders-db");
        name.filter(it -> !it.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"))
                .ifPresent(it -> value.problem("'" + it + "' is not a name", "letters, digits, - and _, 63 at most"));
        return name.filter(it -> it.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"));
    }

    /** Rules are in CEL, where a part of a name begins with a letter and is no word of the language. */
    private static Optional<String> nameForRules(YamlValue value) {
        Optional<String> name = name(value);
        name.filter(it -> !Character.isLetter(it.charAt(0)) || WORDS_OF_CEL.contains(it))
                .ifPresent(it -> value.problem(
                        "rules cannot read deps." + it,
                        "a watched dependency begins with a letter, such as orders-db"));
        return name;
    }

    private static Optional<String> node(YamlValue value) {
        String hint = "redliner.collector.node of the collector on it, such as db-1";
        Optional<String> node = value.text(hint);
        node.filter(it -> !it.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}"))
                .ifPresent(it -> value.problem("'" + it + "' is not the id of a node", hint));
        return node;
    }
}
