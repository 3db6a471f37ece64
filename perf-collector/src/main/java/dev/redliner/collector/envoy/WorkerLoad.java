package dev.redliner.collector.envoy;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The load of the busiest worker from one read of their counts to the next. An iteration of an event loop is counted
 * when it ends, and lasts for seconds if the worker is overloaded. What exceeds the time since the read before belongs
 * to earlier seconds. It is carried over, so that no value is above 1 and the mean of the values is right.
 */
final class WorkerLoad {
    private Map<String, Double> before = Map.of();
    /** Work of each worker, in seconds, that was counted after the time in which it was done. */
    private final Map<String, Double> owed = new HashMap<>();

    /**
     * The fraction of the time for which the busiest worker was busy since the read before.
     *
     * @param seconds the work of each worker since its start
     * @param passed seconds since the read before
     * @return empty without workers, at the first read, and after a restart of the Envoy, when counts are lower
     */
    OptionalDouble busiest(Map<String, Double> seconds, double passed) {
        Map<String, Double> earlier = before;
        before = Map.copyOf(seconds);
        if (seconds.isEmpty() || !earlier.keySet().equals(seconds.keySet()) || fell(earlier, seconds)) {
            owed.clear();
            return OptionalDouble.empty();
        }
        double most = 0;
        for (var worker : seconds.entrySet()) {
            String id = worker.getKey();
            double work = worker.getValue() - earlier.getOrDefault(id, 0.0) + owed.getOrDefault(id, 0.0);
            double busy = Math.min(work, passed);
            owed.put(id, work - busy);
            most = Math.max(most, busy / passed);
        }
        return OptionalDouble.of(most);
    }

    private static boolean fell(Map<String, Double> earlier, Map<String, Double> now) {
        return now.entrySet().stream().anyMatch(it -> it.getValue() < earlier.getOrDefault(it.getKey(), 0.0));
    }
}
