package dev.redliner.service;

import dev.redliner.contracts.NearestName;
import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.rules.MetricUnit;
import java.util.List;
import java.util.Optional;

/** Reads the list {@code signals:}. */
final class SignalsSection {
    private static final String HINT = "names without prefix, or of dependencies, such as [app.orders_queue_size]";

    private static final String FORM = "[A-Za-z0-9_.]{1,200}";

    private SignalsSection() {}

    static List<String> read(Optional<YamlValue> value, List<Dependency> dependencies) {
        List<String> names = value.flatMap(it -> it.list(true, HINT)).orElse(List.of()).stream()
                .flatMap(item -> name(item, dependencies).stream())
                .distinct()
                .toList();
        if (names.size() > ServiceDefinition.MOST_SIGNALS) {
            value.ifPresent(it -> it.problem(
                    names.size() + " signals are more than " + ServiceDefinition.MOST_SIGNALS,
                    "those of interest; hosts, JVM and Envoy are always included"));
        }
        return names;
    }

    private static Optional<String> name(YamlValue value, List<Dependency> dependencies) {
        return value.text(HINT).filter(name -> {
            Optional<DependencyMetric> ofDependency = DependencyMetric.of(name);
            if (ofDependency.isPresent()
                    && MetricUnit.of(name).isPresent()
                    && ofDependency.get().metric().matches(FORM)) {
                Optional<String> unwatched = WatchedDependencies.missing(ofDependency.get(), dependencies);
                unwatched.ifPresent(message -> value.problem(message, WatchedDependencies.HINT));
                return unwatched.isEmpty();
            }
            boolean known = name.matches(FORM) && MetricUnit.isReported(name) && !MetricUnit.isApproximate(name);
            if (!known) {
                value.problem("there is no signal " + name, hint(name));
            }
            return known;
        });
    }

    private static String hint(String name) {
        if (MetricUnit.isApproximate(name)) {
            return "percentiles of buckets are for rules; keep the buckets, such as app.x_seconds_bucket_le_0_5";
        }
        if (MetricUnit.of(name).isPresent()) {
            return "a name without prefix of host.*, cgroup.*, proc.*, jvm.*, app.* or envoy.*; the peers are included";
        }
        return NearestName.of(name, HostEvidence.WITH_METRICS)
                .map(near -> "did you mean " + near + "?")
                .orElse("host.*, cgroup.*, proc.*, jvm.*, app.* or envoy.*, as in rules");
    }
}
