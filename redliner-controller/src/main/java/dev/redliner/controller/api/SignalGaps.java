package dev.redliner.controller.api;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.verdict.GapNote;
import dev.redliner.service.ServiceDefinition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The reasons for signals that have no value. */
final class SignalGaps {
    private static final String UNREPORTED = "It has no value in the last minute.";

    private SignalGaps() {}

    /**
     * The signals without a value, with the reason. Built-in signals without a gap are left out: most services have only
     * some of them.
     *
     * @param notes those of a verdict
     * @param known the metrics that have a value
     */
    static Map<String, String> of(ServiceDefinition service, List<String> notes, Collection<String> known) {
        List<GapNote> gaps =
                notes.stream().flatMap(note -> GapNote.parse(note).stream()).toList();
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

    private static boolean isOf(ServiceDefinition service, GapNote gap, String signal) {
        return DependencyMetric.of(signal)
                .map(it -> gap.host().equals(it.entity()) && gap.isOf(it.metric()))
                .orElseGet(() -> service.pool().sut().contains(gap.host()) && gap.isOf(signal));
    }
}
