package dev.redliner.settings;

import dev.redliner.contracts.NearestName;
import dev.redliner.settings.Below.Spelling;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Names of settings, as declared by Spring's configuration metadata. Names are compared as Spring compares them: case,
 * {@code -} and {@code _} are ignored.
 */
public final class KnownSettings {
    /** A dot that is not within brackets, or the place before a bracket. */
    private static final Pattern SEPARATOR = Pattern.compile("\\.(?![^\\[]*\\])|(?=\\[)");

    private final Map<String, Setting> byPlainName = new LinkedHashMap<>();

    /**
     * A declared setting.
     *
     * @param below the names that may follow, as any name may below {@code logging.level}
     */
    record Setting(String name, Below below) {}

    KnownSettings(Collection<Setting> settings) {
        settings.forEach(setting -> byPlainName.merge(plain(setting.name()), setting, KnownSettings::either));
    }

    private static Setting either(Setting one, Setting other) {
        return one.below().equals(other.below())
                ? one
                : new Setting(one.name(), new Below.Either(one.below(), other.below()));
    }

    /** All settings that are declared on the class path: Redliner's and Spring's. */
    public static KnownSettings ofClassPath() {
        return new KnownSettings(Metadata.settings(resource -> true));
    }

    /** Only the settings of Redliner. */
    static KnownSettings ofRedliner() {
        return new KnownSettings(Metadata.settings(text -> text.contains("\"redliner.")));
    }

    /** Whether Spring treats two spellings as one setting. */
    public static boolean same(String name, String other) {
        return plain(name).equals(plain(other));
    }

    /**
     * Whether a setting of that name has an effect. It may name a part of a list or a map, such as {@code a[0].b}.
     * Fields of an object are checked if they are known.
     */
    public boolean has(String name) {
        List<String> parts = parts(name);
        return lengths(parts).anyMatch(length -> {
            Setting setting = byPlainName.get(first(length, parts));
            return setting != null && setting.below().has(parts.subList(length, parts.size()), Spelling.NAME);
        });
    }

    /**
     * Whether an environment variable sets a declared setting. An index of a list or a key of a map may follow,
     * and after it a field of an object.
     */
    boolean hasVariable(String variable) {
        List<String> parts = List.of(variable.split("_", -1));
        return byPlainName.values().stream().anyMatch(setting -> {
            String name = plainVariable(setting.name());
            return lengths(parts)
                    .filter(length -> plainVariable(first(length, parts)).equals(name))
                    .anyMatch(length -> setting.below().has(parts.subList(length, parts.size()), Spelling.VARIABLE));
        });
    }

    /** Whether the name of any setting has this prefix. */
    boolean hasBelow(String prefix) {
        return byPlainName.values().stream().anyMatch(setting -> setting.name().startsWith(prefix));
    }

    /** The message that rejects a name: a sentence with the nearest name, if there is one. */
    public String refusal(String name) {
        return "There is no setting '" + name + "'"
                + nearest(name).map(near -> "; did you mean '" + near + "'?").orElse(".");
    }

    private Optional<String> nearest(String name) {
        return nearestBelow(name)
                .or(() -> onlyOneOfThatEnd(name))
                .or(() -> NearestName.of(name, names(setting -> true)));
    }

    /** For example {@code redliner.collector.reporters[0].host} for {@code redliner.collector.reporters[0].hosst}. */
    private Optional<String> nearestBelow(String name) {
        List<String> parts = parts(name);
        return lengths(parts)
                .mapToObj(length -> Optional.ofNullable(byPlainName.get(first(length, parts)))
                        .flatMap(setting -> setting.below()
                                .nearest(parts.subList(length, parts.size()))
                                .map(more -> setting.name() + more)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** For example {@code redliner.redirector.ttl} for {@code redliner.ttl}. */
    private Optional<String> onlyOneOfThatEnd(String name) {
        String first = name.substring(0, name.indexOf('.') + 1);
        String end = "." + plain(name.substring(name.lastIndexOf('.') + 1));
        List<String> found =
                names(setting -> setting.startsWith(first) && plain(setting).endsWith(end));
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private List<String> names(Predicate<String> wanted) {
        return byPlainName.values().stream().map(Setting::name).filter(wanted).toList();
    }

    private static List<String> parts(String name) {
        return List.of(SEPARATOR.split(name, -1));
    }

    private static IntStream lengths(List<String> parts) {
        return IntStream.rangeClosed(1, parts.size());
    }

    private static String first(int length, List<String> parts) {
        return plain(String.join(".", parts.subList(0, length)));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    private static String plainVariable(String name) {
        return plain(name).replace(".", "");
    }
}
