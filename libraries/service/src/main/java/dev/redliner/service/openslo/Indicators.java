package dev.redliner.service.openslo;

import dev.redliner.service.YamlMap;
import dev.redliner.service.YamlValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds the indicator of an SLO or of an objective, which has it in itself or refers to a document of kind SLI. Such a
 * document is read once, and only if an SLO refers to it: others may be none of Redliner's metrics.
 */
final class Indicators {
    private static final int MOST_NAMED = 20;

    private final Map<String, YamlMap> documents = new TreeMap<>();
    private final Map<String, Optional<Indicator>> read = new HashMap<>();

    /** Adds a document of kind SLI. */
    void add(String name, YamlMap document) {
        if (documents.putIfAbsent(name, document) != null) {
            document.self().problem("a second SLI has the name '" + name + "'", "keep one of them");
        }
    }

    /** Whether an SLO or an objective has an indicator or refers to one. */
    static boolean given(YamlMap owner) {
        return owner.value("indicator").isPresent()
                || owner.value("indicatorRef").isPresent();
    }

    /** The indicator of an SLO or of an objective; empty if it has problems, which are reported. */
    Optional<Indicator> of(YamlMap owner) {
        Optional<YamlValue> reference = owner.value("indicatorRef");
        if (reference.isEmpty()) {
            return owner.required("indicator", "a ratioMetric or a thresholdMetric, or indicatorRef")
                    .flatMap(it -> it.map(Set.of("metadata", "spec"), "the indicator itself, with its spec"))
                    .flatMap(Indicator::read);
        }
        if (owner.value("indicator").isPresent()) {
            reference.get().problem("there is an indicator, too", "give either indicator or indicatorRef");
            return Optional.empty();
        }
        return reference.flatMap(it -> it.text("the name of an SLI")).flatMap(name -> named(name, reference.get()));
    }

    private Optional<Indicator> named(String name, YamlValue reference) {
        YamlMap document = documents.get(name);
        if (document == null) {
            reference.problem("no SLI of this file has the name '" + name + "'", known());
            return Optional.empty();
        }
        return read.computeIfAbsent(name, it -> Indicator.read(document));
    }

    private String known() {
        if (documents.isEmpty()) {
            return "the file has no document with 'kind: SLI'; add it, or write the indicator itself as indicator";
        }
        String more = documents.size() > MOST_NAMED ? " and " + (documents.size() - MOST_NAMED) + " more" : "";
        return "its SLIs are " + documents.keySet().stream().limit(MOST_NAMED).collect(Collectors.joining(", ")) + more;
    }
}
