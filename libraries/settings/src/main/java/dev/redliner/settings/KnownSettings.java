package dev.redliner.settings;

import dev.redliner.contracts.NearestName;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Names of settings, as declared by Spring's configuration metadata. Names are compared as Spring compares them: case,
 * {@code -} and {@code _} are ignored.
 */
public final class KnownSettings {
    private final Map<String, Setting> byPlainName = new LinkedHashMap<>();

    /**
     * A declared setting.
     *
     * @param open whether any name may follow below the setting, as below {@code logging.level}
     */
    record Setting(String name, boolean open) {}

    KnownSettings(Collection<Setting> settings) {
        settings.forEach(setting -> byPlainName.merge(
                plain(setting.name()), setting, (a, b) -> new Setting(a.name(), a.open() || b.open())));
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

    /** Whether a setting of that name has an effect; {@code name[0]} and {@code name[0].more} are parts of a list. */
    public boolean has(String name) {
        int index = name.indexOf('[');
        String list = plain(index < 0 ? name : name.substring(0, index));
        return byPlainName.containsKey(list) || belowOpen(list);
    }

    private boolean belowOpen(String plain) {
        for (int dot = plain.lastIndexOf('.'); dot > 0; dot = plain.lastIndexOf('.', dot - 1)) {
            Setting above = byPlainName.get(plain.substring(0, dot));
            if (above != null && above.open()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an environment variable sets a declared setting. The name of a list or map may be followed by {@code _0}
     * and further parts.
     */
    boolean hasVariable(String variable) {
        String plain = plainVariable(variable);
        return byPlainName.values().stream().anyMatch(setting -> {
            String name = plainVariable(setting.name());
            String more = plain.startsWith(name) ? plain.substring(name.length()) : "none";
            return more.isEmpty() || setting.open() && plain.startsWith(name) || more.matches("\\d+.*");
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
        return onlyOneOfThatEnd(name).or(() -> NearestName.of(name, names(setting -> true)));
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

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[_-]", "");
    }

    private static String plainVariable(String name) {
        return plain(name).replace(".", "");
    }
}
