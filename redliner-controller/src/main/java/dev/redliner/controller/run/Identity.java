package dev.redliner.controller.run;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the identity of the SUT at two moments. The identity stays the same until the SUT is restarted, redeployed
 * or resized.
 */
final class Identity {
    private Identity() {}

    /**
     * The properties that differ, in order. A property that is present at only one of the two moments is no difference.
     */
    static Set<String> changed(Map<String, Double> before, Map<String, Double> now) {
        var changed = new TreeSet<String>();
        before.forEach((what, value) -> {
            Double other = now.get(what);
            if (other != null && differs(what, value, other)) {
                changed.add(what);
            }
        });
        return changed;
    }

    /**
     * Whether the property shows that the name now belongs to another host, or to a host of another size. The redline
     * of the one is a poor guide to that of the other.
     */
    static boolean size(String what) {
        return what.endsWith("/" + MetricNames.HOST_CPUS) || what.endsWith("/" + MetricNames.HOST_MEMORY);
    }

    /**
     * Whether both moments contain the process start of each of these hosts, so that a restart in between is visible.
     */
    static boolean tellsRestarts(List<String> hosts, Map<String, Double> before, Map<String, Double> now) {
        return hosts.stream()
                .map(host -> host + "/" + MetricNames.PROCESS_START)
                .allMatch(it -> before.containsKey(it) && now.containsKey(it));
    }

    private static boolean differs(String what, double before, double now) {
        boolean moment = what.endsWith(".start") || what.endsWith(".boot");
        return Math.abs(now - before) > (moment ? Verdict.SAME_MOMENT_SECONDS : 0);
    }
}
