package dev.redliner.service;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one YAML document, or a file of several, to a value, or reports all of its problems with their places. */
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
        return readAll(kind, file, text, 1, roots -> reader.apply(roots.get(0)), invalid);
    }

    /**
     * Reads a file of several documents.
     *
     * @param kind the kind of the file, such as service, for the problems
     * @param file the name of the file, for the problems; null if it has none
     * @param most the number of documents that the file may have
     * @param reader reads the roots, of which there is at least one, in the order of the file; the problems that it
     *     reports name the document if there are several. It is empty if it cannot create its result
     * @param invalid creates the exception from the problems and the text
     * @throws E with all problems of the file
     */
    public static <T, E extends InvalidDocument> T readAll(
            String kind,
            @Nullable String file,
            String text,
            int most,
            Function<List<YamlValue>, Optional<T>> reader,
            BiFunction<List<Problem>, String, E> invalid)
            throws E {
        DocumentProblems findings = new DocumentProblems(file, new SourceText(text));
        List<Node> roots = new YamlComposer(kind, findings).compose(text, most);
        Optional<T> value = roots.isEmpty() ? Optional.empty() : reader.apply(values(roots, findings));
        if (value.isEmpty() || !findings.none()) {
            throw invalid.apply(findings.sorted(), text);
        }
        return value.get();
    }

    private static List<YamlValue> values(List<Node> roots, DocumentProblems findings) {
        return IntStream.range(0, roots.size())
                .mapToObj(
                        i -> new YamlValue(roots.get(i), "", roots.size() == 1 ? findings : findings.ofDocument(i + 1)))
                .toList();
    }
}
