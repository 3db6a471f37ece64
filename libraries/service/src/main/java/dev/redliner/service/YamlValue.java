package dev.redliner.service;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A value of a document. A value that does not have the requested form is reported as a problem, and the result is
 * empty.
 */
public record YamlValue(Node node, String pointer, DocumentProblems findings) {
    private static final int LONGEST_IN_MESSAGE = 40;

    /** Reports a problem of this value. */
    public void problem(String message, @Nullable String hint) {
        findings.at(node, pointer, message, hint);
    }

    public boolean isNull() {
        return node.getTag().equals(Tag.NULL);
    }

    public boolean isScalar() {
        return node instanceof ScalarNode;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    /** Whether this is a mapping that has a key. */
    public boolean has(String key) {
        return node instanceof MappingNode mapping
                && mapping.getValue().stream()
                        .anyMatch(it -> it.getKeyNode() instanceof ScalarNode scalar
                                && scalar.getValue().equals(key));
    }

    /** A mapping with some of these keys. */
    public Optional<YamlMap> map(Set<String> keys, String hint) {
        if (node instanceof MappingNode mapping) {
            return Optional.of(YamlMap.read(this, mapping, keys));
        }
        problem("must be a mapping, not " + kind(), hint);
        return Optional.empty();
    }

    /** The items of a list. If {@code orOne}, a single value counts as a list of one. */
    public Optional<List<YamlValue>> list(boolean orOne, String hint) {
        if (node instanceof SequenceNode sequence) {
            List<YamlValue> items = new ArrayList<>();
            for (Node item : sequence.getValue()) {
                items.add(new YamlValue(item, pointer + "/" + items.size(), findings));
            }
            return Optional.of(items);
        }
        if (orOne && node instanceof ScalarNode && !isNull()) {
            return Optional.of(List.of(this));
        }
        problem("must be a list, not " + kind(), hint);
        return Optional.empty();
    }

    /** Text that is neither empty nor a number. YAML parses unquoted digits as a number. */
    public Optional<String> text(String hint) {
        if (!(node instanceof ScalarNode scalar) || !node.getTag().equals(Tag.STR)) {
            problem("must be text, not " + kind(), hint);
            return Optional.empty();
        }
        if (scalar.getValue().isBlank()) {
            problem("is empty", hint);
            return Optional.empty();
        }
        return Optional.of(scalar.getValue());
    }

    /** One of the given words. */
    public <T> Optional<T> oneOf(Map<String, T> words) {
        Optional<String> text = text("one of " + String.join(", ", new TreeSet<>(words.keySet())));
        text.filter(word -> !words.containsKey(word))
                .ifPresent(word -> problem("'" + word + "' is unknown", DidYouMean.hint(word, words.keySet())));
        return text.map(words::get);
    }

    /** A duration such as {@code 30s} or {@code 1m30s}. */
    public Optional<Duration> duration() {
        return parsed(Quantities::duration, "a duration", "such as 30s, 200ms, 15m or 1m30s");
    }

    /** A fraction of 1: {@code 1/10}, {@code 10%} or {@code 0.1}. */
    public Optional<Double> fraction() {
        return parsed(Quantities::fraction, "a fraction", "such as 10%, 1/10 or 0.1");
    }

    public Optional<Double> number() {
        return parsed(Quantities::number, "a positive number", "such as 5000");
    }

    public Optional<Long> count() {
        return parsed(Quantities::count, "a count", "a whole number from 0, such as 1000");
    }

    /** An {@code http} or {@code https} address. */
    public Optional<URI> httpUri() {
        return parsed(Quantities::httpUri, "an http address", "such as http://10.0.0.1:9090/metrics");
    }

    /**
     * A scalar in a notation of its own.
     *
     * @param parser empty if the text is not in the notation
     * @param what the notation, such as {@code a duration}
     */
    public <T> Optional<T> parsed(Function<String, Optional<T>> parser, String what, String hint) {
        if (!(node instanceof ScalarNode scalar)) {
            problem("must be " + what + ", not " + kind(), hint);
            return Optional.empty();
        }
        Optional<T> value = parser.apply(scalar.getValue().strip());
        if (value.isEmpty()) {
            problem("'" + shortened(scalar.getValue()) + "' is not " + what, hint);
        }
        return value;
    }

    /** Builds a value that validates itself. The message of its exception is reported here. */
    public <T> Optional<T> built(Supplier<T> builder, @Nullable String hint) {
        try {
            return Optional.of(builder.get());
        } catch (IllegalArgumentException e) {
            problem(String.valueOf(e.getMessage()), hint);
            return Optional.empty();
        }
    }

    private String kind() {
        if (node instanceof MappingNode) {
            return "a mapping";
        }
        if (node instanceof SequenceNode) {
            return "a list";
        }
        String value = ((ScalarNode) node).getValue();
        return isNull() ? "nothing" : node.getTag().equals(Tag.STR) ? "'" + shortened(value) + "'" : value;
    }

    /** The beginning of a value, for a message. A file of another kind may be one long text. */
    private static String shortened(String value) {
        return value.length() <= LONGEST_IN_MESSAGE
                ? value
                : value.substring(0, LONGEST_IN_MESSAGE).strip() + "…";
    }
}
