package dev.redliner.analyzer.judge;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.rules.RuleNames;
import java.util.List;

/** The hosts that a metric is about. */
enum Scope {
    SUT(""),
    PEERS(RuleNames.PEERS_PREFIX),
    POOL(RuleNames.POOL_PREFIX),
    /** A node that the service depends on; it has no requests that Envoys count. */
    DEPENDENCY(DependencyMetric.PREFIX);

    /** The scopes whose requests are counted. */
    static final List<Scope> COUNTED = List.of(SUT, PEERS, POOL);

    private final String prefix;

    Scope(String prefix) {
        this.prefix = prefix;
    }

    static Scope of(String name) {
        if (name.startsWith(PEERS.prefix)) {
            return PEERS;
        }
        if (name.startsWith(DEPENDENCY.prefix)) {
            return DEPENDENCY;
        }
        return name.startsWith(POOL.prefix) ? POOL : SUT;
    }

    String prefix() {
        return prefix;
    }

    /** The name without the prefix; that of a dependency's metric also without the name of the dependency. */
    String plain(String name) {
        return this == DEPENDENCY
                ? DependencyMetric.of(name).map(DependencyMetric::metric).orElse(name)
                : name.substring(prefix.length());
    }
}
