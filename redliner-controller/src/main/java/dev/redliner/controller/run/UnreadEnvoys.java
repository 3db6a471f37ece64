package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares the Envoys whose counts are in a tick with the Envoys that redirectors lead. The requests of an Envoy that no
 * collector reads are in no count: each load would seem too low by their part, and errors behind it would go unnoticed. An
 * Envoy that is read twice makes each load too high. Node ids are compared as often as they occur.
 */
final class UnreadEnvoys {
    private UnreadEnvoys() {}

    /** Why the counts of a tick are not those of all traffic; empty if they are. */
    static Optional<String> unknown(Fleet fleet, Tick tick, Instant now) {
        Map<String, Long> read = count(tick.envoys());
        List<String> unread = fleet.fewestConnected(now).entrySet().stream()
                .filter(envoy -> read.getOrDefault(envoy.getKey(), 0L) < envoy.getValue())
                .map(Map.Entry::getKey)
                .toList();
        if (!unread.isEmpty()) {
            return Optional.of(RunMessages.envoysUnread(unread));
        }
        Map<String, Long> connected = fleet.mostConnected(now);
        List<String> twice = read.entrySet().stream()
                .filter(envoy -> envoy.getValue() > Math.max(1, connected.getOrDefault(envoy.getKey(), 0L)))
                .map(Map.Entry::getKey)
                .toList();
        return twice.isEmpty() ? Optional.empty() : Optional.of(RunMessages.envoysReadTwice(twice));
    }

    private static Map<String, Long> count(Collection<String> nodes) {
        return nodes.stream().collect(Collectors.groupingBy(node -> node, TreeMap::new, Collectors.counting()));
    }
}
