package dev.redliner.standalone.serve;

import dev.redliner.settings.KnownSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges the options of {@code serve} and its {@code --set} into one set of settings, and refuses settings without
 * effect.
 */
final class ServeSettings {
    private static final List<String> OPTIONS =
            List.of(StandaloneSettings.HTTP, StandaloneSettings.XDS, StandaloneSettings.DATA);

    private final Map<String, Object> settings = new HashMap<>();

    private ServeSettings(Map<String, String> given) {
        if (!given.isEmpty()) {
            KnownSettings known = KnownSettings.ofClassPath();
            given.forEach((name, value) -> put(name, value, known));
        }
    }

    /** @throws RefusedSetting with the reason */
    static StandaloneSettings of(
            @Nullable Path data,
            @Nullable Integer port,
            @Nullable Integer xdsPort,
            int kafkaPort,
            Map<String, String> given) {
        ServeSettings all = new ServeSettings(given);
        all.option("--port", StandaloneSettings.HTTP, port);
        all.option("--xds-port", StandaloneSettings.XDS, xdsPort);
        return new StandaloneSettings(all.folder(data), kafkaPort, all.settings);
    }

    private void put(String name, String value, KnownSettings known) {
        if (!known.has(name)) {
            throw new RefusedSetting("--set " + name + "=" + value + ": " + known.refusal(name));
        }
        WithoutEffect.reason(name).ifPresent(reason -> {
            throw new RefusedSetting("--set " + name + " has no effect: " + reason);
        });
        settings.put(
                OPTIONS.stream()
                        .filter(option -> KnownSettings.same(option, name))
                        .findFirst()
                        .orElse(name),
                value);
    }

    private void option(String option, String name, @Nullable Integer value) {
        if (value == null) {
            return;
        }
        Object set = settings.put(name, value);
        if (set != null && !set.toString().equals(value.toString())) {
            throw contradiction(option, value, name, set);
        }
    }

    /** Determines the data folder before Spring starts, because Kafka's log is in it. */
    private Path folder(@Nullable Path option) {
        Object set = settings.remove(StandaloneSettings.DATA);
        if (set == null) {
            return option != null
                    ? option
                    : Path.of(
                            Optional.ofNullable(System.getenv("REDLINER_DATA")).orElse(".redliner"));
        }
        Path folder = Path.of(set.toString());
        if (option != null && !same(option, folder)) {
            throw contradiction("--data", option, StandaloneSettings.DATA, set);
        }
        return folder;
    }

    private static boolean same(Path a, Path b) {
        return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
    }

    private static RefusedSetting contradiction(String option, Object value, String name, Object set) {
        return new RefusedSetting(option + " " + value + " and --set " + name + "=" + set
                + " are one setting with two values; give one of them.");
    }
}
