package dev.redliner.controller.api;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.service.ServiceDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons for signals that have no value. */
final class SignalGaps {
    /** As the analyzer notes a gap of a collector: host, name and reason. */
    private static final Pattern NOTE = Pattern.compile("(.+?): (\\S+) missing, (.+)", Pattern.DOTALL);

    private static final String UNREPORTED = "It has no value in the last tick.";

    private SignalGaps() {}

    private record Gap(String host, String name, String reason) {
        /** A gap may name a group of metrics, such as {@code proc}. */
        boolean isOf(String metric) {
            return metric.equals(name) || metric.startsWith(name + ".");
        }
    }

    /**
     * The signals without a value, with the reason. Built-in signals without a gap are left out: most services have only
     * some of them.
     *
     * @param notes those of a verdict
     * @param known the metrics that have a value
     */
    static Map<String, String> of(ServiceDefinition service, List<String> notes, Collection<String> known) {
        var gaps = new ArrayList<Gap>();
        for (String note : notes) {
            Matcher matcher = NOTE.matcher(note);
            if (matcher.matches()) {
                gaps.add(new Gap(matcher.group(1), matcher.group(2), matcher.group(3)));
            }
        }
        var reasons = new TreeMap<String, String>();
        for (String signal : SignalNames.of(service.signals(), service.pool().dependencies())) {
            if (known.contains(signal)) {
                continue;
            }
            gaps.stream()
                    .filter(gap -> isOf(service, gap, signal))
                    .forEach(gap -> reasons.merge(
                            signal, gap.host() + ": " + gap.reason(), (one, other) -> one + "; " + other));
            if (service.signals().contains(signal)) {
                reasons.putIfAbsent(signal, UNREPORTED);
            }
        }
        return reasons;
    }

    private static boolean isOf(ServiceDefinition service, Gap gap, String signal) {
        return DependencyMetric.of(signal)
                .map(it -> gap.host().equals(it.entity()) && gap.isOf(it.metric()))
                .orElseGet(() -> service.pool().sut().contains(gap.host()) && gap.isOf(signal));
    }
}
