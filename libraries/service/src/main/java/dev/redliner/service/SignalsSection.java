package dev.redliner.service;

import dev.redliner.contracts.NearestName;
import dev.redliner.contracts.sample.HostMetrics;
import java.util.List;
import java.util.Optional;

/** Reads the list {@code signals:}. */
final class SignalsSection {
    private static final String HINT = "names without prefix, such as [app.orders_queue_size]";

    /** Collectors may report any names below these prefixes. */
    private static final String OPEN = "(jvm|app|envoy)\\.[A-Za-z0-9_.]{1,190}";

    private SignalsSection() {}

    static List<String> read(Optional<YamlValue> value) {
        List<String> names = value.flatMap(it -> it.list(true, HINT)).orElse(List.of()).stream()
                .flatMap(item -> name(item).stream())
                .distinct()
                .toList();
        if (names.size() > ServiceDefinition.MOST_SIGNALS) {
            value.ifPresent(it -> it.problem(
                    names.size() + " signals are more than " + ServiceDefinition.MOST_SIGNALS,
                    "those of interest; hosts, JVM and Envoy are always included"));
        }
        return names;
    }

    private static Optional<String> name(YamlValue value) {
        return value.text(HINT).filter(name -> {
            boolean known = name.matches(OPEN) || HostMetrics.ALL.contains(name);
            if (!known) {
                value.problem("there is no signal " + name, hint(name));
            }
            return known;
        });
    }

    private static String hint(String name) {
        if (name.startsWith("peers.") || name.startsWith("pool.") || name.startsWith("baseline.")) {
            return "the name without " + name.substring(0, name.indexOf('.') + 1) + "; the peers are included";
        }
        return NearestName.of(name, HostMetrics.ALL)
                .map(near -> "did you mean " + near + "?")
                .orElse("host.*, jvm.*, app.* or envoy.*, as in rules");
    }
}
