package dev.redliner.service;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.search.SearchSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads the definition of a service from YAML (and therefore from JSON, which is also YAML). */
public final class ServiceYaml {
    private static final Set<String> KEYS = Set.of(
            "service",
            "tier",
            "pool",
            "envoy",
            "rules",
            "limits",
            "sampling",
            "targetRps",
            "dependsOn",
            "profile",
            "signals",
            "expect");
    /** The keys that Envoys are served from, and collectors read. */
    private static final Set<String> SERVED = Set.of("service", "tier", "pool", "envoy", "dependsOn");

    private static final Map<String, Tier> TIERS = Map.of("back-end", Tier.BACK_END, "front-end", Tier.FRONT_END);
    private static final Map<String, String> PROFILES =
            SearchSettings.PROFILES.stream().collect(Collectors.toMap(name -> name, name -> name));
    private static final double MOST_RPS = 1e9;

    private final DocumentProblems findings;

    private ServiceYaml(DocumentProblems findings) {
        this.findings = findings;
    }

    /**
     * Parses the service that a document declares.
     *
     * @param file the name of the document, for the problems; null if it has none
     * @throws InvalidService with all problems of the document
     */
    public static ServiceDefinition parse(@Nullable String file, String text) throws InvalidService {
        return YamlDocument.read(
                "service", file, text, root -> new ServiceYaml(root.findings()).service(root), InvalidService::new);
    }

    /**
     * Parses the pool of a stored document. Rules, limits and all other parts that only a run needs are not read, and
     * dependencies that cannot be read are left out. Envoys are therefore served even from a document that an earlier
     * version accepted and this version refuses.
     *
     * @throws InvalidService with all problems of the pool
     */
    public static Pool pool(String text) throws InvalidService {
        return YamlDocument.read(
                "service",
                null,
                text,
                root -> new YamlValue(served(root.node()), "", root.findings())
                        .map(SERVED, "it begins with 'service: <name>'")
                        .flatMap(map -> new ServiceYaml(root.findings()).pool(map, readableDependencies(map), true)),
                InvalidService::new);
    }

    private static Node served(Node root) {
        if (!(root instanceof MappingNode mapping)) {
            return root;
        }
        List<NodeTuple> served = mapping.getValue().stream()
                .filter(it -> it.getKeyNode() instanceof ScalarNode key && SERVED.contains(key.getValue()))
                .toList();
        return new MappingNode(
                mapping.getTag(), true, served, mapping.getFlowStyle(), mapping.getStartMark(), mapping.getEndMark());
    }

    private static List<Dependency> readableDependencies(YamlMap map) {
        Optional<YamlValue> written = map.value("dependsOn")
                .map(it -> new YamlValue(
                        it.node(),
                        it.pointer(),
                        new DocumentProblems(null, it.findings().source())));
        List<Dependency> dependencies = DependsOnSection.read(written);
        return written.filter(it -> !it.findings().none()).isPresent() ? List.of() : dependencies;
    }

    private Optional<Pool> pool(YamlMap map, List<Dependency> dependencies, boolean stored) {
        Optional<String> name =
                map.required("service", "its name, such as checkout").flatMap(this::name);
        Tier tier = map.value("tier").flatMap(it -> it.oneOf(TIERS)).orElse(Tier.BACK_END);
        EnvoySettings envoy = EnvoySection.read(map.value("envoy"), stored);
        return map.required("pool", "its hosts, sut and maxShare")
                .flatMap(it -> PoolSection.read(
                        it,
                        name.orElse("unnamed"),
                        tier,
                        envoy,
                        dependencies.stream().filter(Dependency::watched).toList()));
    }

    private Optional<ServiceDefinition> service(YamlValue root) {
        return root.map(KEYS, "it begins with 'service: <name>'").flatMap(this::service);
    }

    private Optional<ServiceDefinition> service(YamlMap map) {
        Limits limits = LimitsSection.limits(map.value("limits"));
        Sampling sampling = LimitsSection.sampling(map.value("sampling"));
        List<Dependency> dependencies = DependsOnSection.read(map.value("dependsOn"));
        List<RuleSpec> rules = map.required("rules", "at least one rule with onFail: back-off")
                .map(it -> RulesSection.read(it, sampling, dependencies))
                .orElse(List.of());
        Optional<Double> target = map.value("targetRps").flatMap(this::targetRps);
        String profile = map.value("profile").flatMap(it -> it.oneOf(PROFILES)).orElse(ServiceDefinition.USUAL_PROFILE);
        List<String> signals = SignalsSection.read(map.value("signals"), dependencies);
        Expectation expect = ExpectSection.read(map.value("expect"));
        Optional<Pool> pool = pool(map, dependencies, false);
        List<String> dependsOn = dependencies.stream().map(Dependency::name).toList();
        return findings.none()
                ? pool.map(it -> new ServiceDefinition(
                        it, rules, limits, sampling, target.orElse(null), dependsOn, profile, signals, expect))
                : Optional.empty();
    }

    private Optional<String> name(YamlValue value) {
        Optional<String> name = value.text("such as checkout");
        name.filter(it -> !it.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}"))
                .ifPresent(it ->
                        value.problem("'" + it + "' is not a service name", "letters, digits, - and _, 63 at most"));
        return name;
    }

    private Optional<Double> targetRps(YamlValue value) {
        Optional<Double> target = value.number();
        target.filter(it -> !(it > 0 && it <= MOST_RPS))
                .ifPresent(it -> value.problem("targetRps is above zero", "requests per second, such as 5000"));
        return target;
    }
}
