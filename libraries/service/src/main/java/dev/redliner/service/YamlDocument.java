package dev.redliner.service;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one YAML document to a value, or reports all of its problems with their places. */
public final class YamlDocument {
    private YamlDocument() {}

    /**
     * Reads a document.
     *
     * @param kind what it declares, such as {@code service}; this is also its first key
     * @param file the name of the document, for the problems; null if it has none
     * @param reader reads the root; it reports problems at the values, and is empty if it cannot create its result
     * @param invalid creates the exception from the problems and the text
     * @throws E with all problems of the document
     */
    public static <T, E extends InvalidDocument> T read(
            String kind,
            @Nullable String file,
            String text,
            Function<YamlValue, Optional<T>> reader,
            BiFunction<List<Problem>, String, E> invalid)
            throws E {
        DocumentProblems findings = new DocumentProblems(file, new SourceText(text));
        Node root = new YamlComposer(kind, findings).compose(text);
        Optional<T> value = root == null ? Optional.empty() : reader.apply(new YamlValue(root, "", findings));
        if (value.isEmpty() || !findings.none()) {
            throw invalid.apply(findings.sorted(), text);
        }
        return value.get();
    }
}
