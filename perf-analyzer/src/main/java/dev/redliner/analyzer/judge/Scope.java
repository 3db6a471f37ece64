package dev.redliner.analyzer.judge;

import dev.redliner.rules.RuleNames;

/** The hosts that a metric is about. */
enum Scope {
    SUT(""),
    PEERS(RuleNames.PEERS_PREFIX),
    POOL(RuleNames.POOL_PREFIX);

    private final String prefix;

    Scope(String prefix) {
        this.prefix = prefix;
    }

    static Scope of(String name) {
        if (name.startsWith(PEERS.prefix)) {
            return PEERS;
        }
        return name.startsWith(POOL.prefix) ? POOL : SUT;
    }

    String prefix() {
        return prefix;
    }

    /** The name without the prefix. */
    String plain(String name) {
        return name.substring(prefix.length());
    }
}
