package dev.redliner.redirector.share;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.lease.Moment;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The content of Redliner's runtime layer for an Envoy: one entry for each of its pools with a live lease. In an empty
 * layer, Envoy's baseline applies.
 *
 * @param entries by pool
 */
public record RuntimeLayer(SortedMap<String, Entry> entries) {
    public static final RuntimeLayer EMPTY = new RuntimeLayer(new TreeMap<>());

    /**
     * One pool's override.
     *
     * @param key Envoy's runtime key
     * @param fraction the value of the key
     * @param share the resulting share of the SUT
     */
    public record Entry(String key, RuntimeFraction fraction, Share share) {}

    public RuntimeLayer {
        entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
    }

    /** The layer of an Envoy that belongs to these pools. */
    public static RuntimeLayer of(Collection<ShareOverride> overrides, Set<String> pools, Moment now) {
        var entries = new TreeMap<String, Entry>();
        for (ShareOverride override : overrides) {
            String pool = override.pool().name();
            if (pools.contains(pool) && override.lease().liveAt(now)) {
                entries.put(pool, override.entry());
            }
        }
        return new RuntimeLayer(entries);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The SUT's share of a pool; empty if the baseline applies. */
    public Optional<Share> share(String pool) {
        return Optional.ofNullable(entries.get(pool)).map(Entry::share);
    }

    /** For logs: {@code checkout=60%}, or {@code baseline}. */
    @Override
    public String toString() {
        return entries.isEmpty()
                ? "baseline"
                : entries.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue().share())
                        .collect(Collectors.joining(" "));
    }
}
