package dev.redliner.standalone.traffic;

import java.util.Map;

/**
 * Counts of the traffic since its start.
 *
 * @param due requests that fell due
 * @param shed of these, not sent because too many were unanswered
 * @param failed sent, but refused, reset or not answered in time
 * @param inFlight sent and not answered yet
 * @param byStatus answers by HTTP status
 * @param byHost answers by the {@code x-host} that gave them; answers without it (Envoy's own) are not included
 */
public record TrafficCounts(
        long due, long shed, long failed, long inFlight, Map<Integer, Long> byStatus, Map<String, Long> byHost) {
    public TrafficCounts {
        byStatus = Map.copyOf(byStatus);
        byHost = Map.copyOf(byHost);
    }

    /** Answers with any status. */
    public long answered() {
        return byStatus.values().stream().mapToLong(Long::longValue).sum();
    }
}
