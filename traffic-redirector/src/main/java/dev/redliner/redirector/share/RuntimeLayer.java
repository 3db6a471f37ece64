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
 * What Redliner's runtime layer holds for an Envoy: one entry for each of its pools that has a live lease. Empty means
 * that Envoy's static baseline holds.
 *
 * @param entries by pool
 */
public record RuntimeLayer(SortedMap<String, Entry> entries) {
    public static final RuntimeLayer EMPTY = new RuntimeLayer(new TreeMap<>());

    /**
     * One pool's override.
     *
     * @param key Envoy's runtime key
     * @param fraction its value
     * @param share the share that this gives to the SUT
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

    /** The SUT's share of a pool; empty if its baseline holds. */
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
