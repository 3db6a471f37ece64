package dev.redliner.controller.run;

import dev.redliner.contracts.pool.EnvoySettings.StatisticsPage;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.traffic.EnvoyStatuses;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares the Envoys that a tick has counts of with the Envoys that are connected to redirectors. The requests of an
 * Envoy that no collector reads are missing from all counts: each load seems too low by that part, and errors behind
 * that Envoy go unnoticed. An Envoy that is read twice makes each load seem too high. The number of occurrences of each
 * node id is compared.
 */
final class UnreadEnvoys {
    private UnreadEnvoys() {}

    /**
     * The reason why the counts of a tick are not those of all traffic; empty if they are.
     *
     * @param declared Envoys whose node ids are declared. If such an id is wrong, its Envoy may be read under another
     *     id as well
     */
    static Optional<String> unknown(EnvoyStatuses statuses, List<StatisticsPage> declared, Tick tick, Instant now) {
        List<String> unread = unread(statuses, tick, now);
        if (!unread.isEmpty()) {
            return Optional.of(HoldMessages.envoysUnread(unread));
        }
        Map<String, Long> read = count(tick.envoys());
        Map<String, Long> connected = statuses.mostConnected(now);
        List<String> twice = read.entrySet().stream()
                .filter(envoy -> envoy.getValue() > Math.max(1, connected.getOrDefault(envoy.getKey(), 0L)))
                .map(Map.Entry::getKey)
                .toList();
        if (!twice.isEmpty()) {
            return Optional.of(HoldMessages.envoysReadTwice(twice));
        }
        List<String> strange = declared.stream()
                .map(StatisticsPage::node)
                .filter(node -> read.containsKey(node) && !connected.containsKey(node))
                .toList();
        return strange.isEmpty() ? Optional.empty() : Optional.of(HoldMessages.envoysMisnamed(strange));
    }

    /** The node ids of the connected Envoys that a tick has no counts of. */
    static List<String> unread(EnvoyStatuses statuses, Tick tick, Instant now) {
        Map<String, Long> read = count(tick.envoys());
        return statuses.fewestConnected(now).entrySet().stream()
                .filter(envoy -> read.getOrDefault(envoy.getKey(), 0L) < envoy.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, Long> count(Collection<String> nodes) {
        return nodes.stream().collect(Collectors.groupingBy(node -> node, TreeMap::new, Collectors.counting()));
    }
}
