package dev.redliner.standalone.serve;

import dev.redliner.settings.KnownSettings;
import java.util.List;
import java.util.Optional;
import org.springframework.core.env.ConfigurableEnvironment;

/** Refuses settings that {@code serve} sets itself, and those of functions that only separate parts have. */
final class WithoutEffect {
    /** The value of {@code spring.config.name}. */
    static final String CONFIG_NAME = "standalone,application";

    private static final String NO_PUSHES =
            "serve takes no pushes of metrics. Start a perf-collector on the node, and let it write to serve's broker.";

    private WithoutEffect() {}

    /**
     * A setting without effect.
     *
     * @param inUse the value that {@code serve} uses
     * @param reason a sentence with the alternative
     */
    private record Fixed(String name, String inUse, String reason) {}

    private static List<Fixed> all(String broker) {
        return List.of(
                new Fixed("spring.kafka.bootstrap-servers", broker, "serve brings its own broker; see --kafka-port."),
                new Fixed("spring.config.name", CONFIG_NAME, "serve reads standalone.yaml and application.yaml."),
                new Fixed("redliner.collector.otlp.enabled", "false", NO_PUSHES),
                new Fixed("redliner.collector.otlp.grpc-port", "0", NO_PUSHES),
                new Fixed("redliner.collector.otlp.service", "", NO_PUSHES));
    }

    /** The reason why a setting of the command line has no effect; empty if it has one. */
    static Optional<String> reason(String name) {
        String whole = name.replaceFirst("\\[.*$", "");
        return all("").stream()
                .filter(fixed -> KnownSettings.same(fixed.name(), whole))
                .map(Fixed::reason)
                .findFirst();
    }

    /**
     * Checks configuration files, environment variables and Java system properties. The value in use is accepted: a
     * collector beside {@code serve} may read the same file or variable for the address of its broker.
     *
     * @param broker the address of the broker of {@code serve}
     * @throws RefusedSetting with each place, one a line
     */
    static void check(ConfigurableEnvironment environment, String broker) {
        List<String> refusals = all(broker).stream()
                .flatMap(fixed -> OtherSources.values(environment, fixed.name()).stream()
                        .filter(given -> !plain(given.value()).equals(plain(fixed.inUse())))
                        .map(given -> fixed.name() + " is " + given.value() + " in " + given.place()
                                + ", which has no effect: " + fixed.reason()))
                .toList();
        if (!refusals.isEmpty()) {
            throw new RefusedSetting(String.join("\n", refusals));
        }
    }

    private static String plain(String value) {
        return value.strip().replaceFirst("^localhost:", "127.0.0.1:");
    }
}
