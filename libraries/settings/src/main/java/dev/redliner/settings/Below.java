package dev.redliner.settings;

import dev.redliner.contracts.NearestName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The names that may follow the name of a setting. */
sealed interface Below {
    /** The spelling of a name. */
    enum Spelling {
        /** {@code reporters[0].host}: a key of a map and a field of an object are one part each. */
        NAME("\\[\\d+]"),
        /** {@code REPORTERS_0_HOST}: a key or a field that has dashes may be several parts. */
        VARIABLE("\\d+");

        private final String index;

        Spelling(String index) {
            this.index = index;
        }
    }

    /**
     * Whether Spring binds a value of that name.
     *
     * @param parts the parts of the name after the setting, such as {@code [0]} and {@code host}
     */
    boolean has(List<String> parts, Spelling spelling);

    /** The nearest name for a name that does not exist, such as {@code [0].host} for {@code [0].hosst}. */
    default Optional<String> nearest(List<String> parts) {
        return Optional.empty();
    }

    private static List<String> after(int length, List<String> parts) {
        return parts.subList(length, parts.size());
    }

    /** A value of its own. */
    record Nothing() implements Below {
        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            return parts.isEmpty();
        }
    }

    /** An object whose fields are not known. */
    record Anything() implements Below {
        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            return true;
        }
    }

    /** A setting that is declared twice. */
    record Either(Below one, Below other) implements Below {
        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            return one.has(parts, spelling) || other.has(parts, spelling);
        }

        @Override
        public Optional<String> nearest(List<String> parts) {
            return one.nearest(parts).or(() -> other.nearest(parts));
        }
    }

    /** A list: an index follows, or one value has all elements. */
    record Elements(Below element) implements Below {
        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            return parts.isEmpty() || (parts.get(0).matches(spelling.index) && element.has(after(1, parts), spelling));
        }

        @Override
        public Optional<String> nearest(List<String> parts) {
            String index = parts.isEmpty() ? "" : parts.get(0).replaceAll("[\\[\\]]", "");
            return index.matches("\\d+")
                    ? element.nearest(after(1, parts)).map(more -> "[" + index + "]" + more)
                    : Optional.empty();
        }
    }

    /** A map: any key follows. */
    record Entries(Below value) implements Below {
        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            // the key of an object is one part of a name; other keys, such as org.apache.kafka, may be more
            int longest = spelling == Spelling.NAME && value instanceof Fields ? 1 : parts.size();
            return parts.isEmpty()
                    || IntStream.rangeClosed(1, longest).anyMatch(length -> value.has(after(length, parts), spelling));
        }

        @Override
        public Optional<String> nearest(List<String> parts) {
            return IntStream.range(1, parts.size())
                    .mapToObj(length ->
                            value.nearest(after(length, parts)).map(more -> key(parts.subList(0, length)) + more))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private static String key(List<String> parts) {
            return parts.get(0).startsWith("[") ? String.join("", parts) : "." + String.join("-", parts);
        }
    }

    /** An object: one of its fields follows. */
    record Fields(List<Field> fields) implements Below {
        public Fields {
            fields = List.copyOf(fields);
        }

        @Override
        public boolean has(List<String> parts, Spelling spelling) {
            if (parts.isEmpty()) {
                // a file may have an empty object, whose fields are set elsewhere
                return spelling == Spelling.NAME;
            }
            return IntStream.rangeClosed(1, spelling == Spelling.NAME ? 1 : parts.size())
                    .anyMatch(length -> field(parts.subList(0, length))
                            .filter(field -> field.below().has(after(length, parts), spelling))
                            .isPresent());
        }

        @Override
        public Optional<String> nearest(List<String> parts) {
            if (parts.isEmpty()) {
                return Optional.empty();
            }
            return field(parts.subList(0, 1))
                    .flatMap(field -> field.below().nearest(after(1, parts)).map(more -> "." + field.name() + more))
                    .or(() -> nearestField(parts));
        }

        private Optional<String> nearestField(List<String> parts) {
            String word =
                    parts.stream().filter(part -> !part.matches("\\[?\\d+]?")).collect(Collectors.joining());
            return NearestName.of(word, fields.stream().map(Field::name).toList())
                    .map(name -> "." + name);
        }

        private Optional<Field> field(List<String> parts) {
            String word = String.join("", parts);
            return fields.stream()
                    .filter(field -> KnownSettings.same(field.name(), word))
                    .findFirst();
        }
    }

    /** A field of an object. */
    record Field(String name, Below below) {}
}
