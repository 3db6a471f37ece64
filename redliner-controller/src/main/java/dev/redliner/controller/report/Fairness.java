package dev.redliner.controller.report;

import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.BeganReport;
import dev.redliner.contracts.sample.HostProperties;
import dev.redliner.contracts.sample.MetricNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Differences between two runs that change a redline without a change of the service. */
final class Fairness {
    /** Hardware, as collectors report it for the identity of a host. */
    private static final List<String> HARDWARE = List.of(MetricNames.HOST_CPUS, MetricNames.HOST_MEMORY);

    /** The layers below the service. A comparison may be about another JVM, so that is none of them. */
    private static final Map<String, String> BELOW = Map.of(
            HostProperties.KERNEL, "kernel",
            HostProperties.CPU_MODEL, "CPU model",
            HostProperties.CPU_THREADS_PER_CORE, "threads per CPU core",
            HostProperties.NUMA_NODES, "number of NUMA nodes");

    private Fairness() {}

    /** Each difference as a sentence for users; empty if the comparison is fair as far as the reports show. */
    static List<String> differences(RunReport one, RunReport other) {
        List<String> found = new ArrayList<>();
        if (!one.service().equals(other.service())) {
            found.add("The services differ: " + one.service() + " and " + other.service() + ".");
        }
        if (!one.tier().equals(other.tier())) {
            found.add("The tiers differ: " + one.tier() + " and " + other.tier() + ".");
        }
        if (!rules(one).equals(rules(other))) {
            found.add("The rules or their limits differ.");
        }
        if (!Objects.equals(profile(one), profile(other))) {
            found.add("The profiles of the searches differ: " + profile(one) + " and " + profile(other) + ".");
        }
        for (RunReport run : List.of(one, other)) {
            BeganReport began = run.began();
            if (began != null && began.run() != null) {
                found.add(run.id() + " began from the redline of " + began.run()
                        + ", which pulls its result towards that one. Compare cold runs.");
            }
        }
        for (String name : HARDWARE) {
            if (!hardware(one, name).equals(hardware(other, name))) {
                found.add("The hosts differ in " + name + ": " + hardware(one, name) + " and " + hardware(other, name)
                        + ".");
            }
        }
        new TreeMap<>(BELOW).forEach((name, words) -> {
            TreeSet<String> before = texts(one, name);
            TreeSet<String> after = texts(other, name);
            // an older report has none, and neither has a host whose collector cannot read it
            boolean known = reported(one, name) == one.sut().size()
                    && reported(other, name) == other.sut().size();
            if (known && !before.equals(after)) {
                found.add("The hosts differ in " + words + ": " + String.join(", ", before) + " and "
                        + String.join(", ", after) + ".");
            }
        });
        return found;
    }

    private static TreeSet<String> texts(RunReport run, String name) {
        return properties(run, name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static long reported(RunReport run, String name) {
        return properties(run, name).count();
    }

    private static Stream<String> properties(RunReport run, String name) {
        Map<String, String> properties =
                run.baseline() == null ? Map.of() : run.baseline().properties();
        return run.sut().stream().map(host -> properties.get(host + "/" + name)).filter(Objects::nonNull);
    }

    private static @Nullable String profile(RunReport run) {
        BeganReport began = run.began();
        return began == null ? null : began.profile();
    }

    /** Rules as they were written. A verdict without values, such as one before the first sample, shows no rule. */
    private static TreeSet<String> rules(RunReport run) {
        return run.steps().stream()
                .flatMap(step -> step.rules().stream())
                .filter(rule -> !rule.values().isEmpty())
                .map(Fairness::text)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String text(RuleReport rule) {
        return rule.rule() + ": "
                + rule.values().stream()
                        .map(RuleReport.Value::text)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" and "));
    }

    private static TreeSet<Double> hardware(RunReport run, String name) {
        Map<String, Double> identity =
                run.baseline() == null ? Map.of() : run.baseline().identity();
        return identity.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("/" + name))
                .map(Map.Entry::getValue)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
