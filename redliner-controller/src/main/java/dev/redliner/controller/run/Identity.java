package dev.redliner.controller.run;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What stays the same as long as the SUT is not restarted, redeployed or resized, compared between two moments. */
final class Identity {
    private Identity() {}

    /** What differs, in order. What is known at one of the two moments only is no difference. */
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

    /** Whether another host, or one of another size, has the name now: what one carries says little of the other. */
    static boolean size(String what) {
        return what.endsWith("/" + MetricNames.HOST_CPUS) || what.endsWith("/" + MetricNames.HOST_MEMORY);
    }

    /** Whether both moments know of each of these hosts when its process began, so that a restart in between shows. */
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
