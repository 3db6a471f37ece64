package dev.redliner.collector.scrape;

import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.MetricNames;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU times on a page of the node_exporter: seconds since boot by CPU and mode. Time of guests is in a family of its
 * own and is also a part of {@code user}.
 */
record CpuSeconds(Map<String, Map<String, Double>> byCpu) {
    static final CpuSeconds NONE = new CpuSeconds(Map.of());

    private static final Map<String, String> NAMES = Map.of(
            "user", HostEvidence.CPU_USER,
            "nice", HostEvidence.CPU_USER,
            "system", HostEvidence.CPU_SYSTEM,
            "iowait", HostEvidence.CPU_IOWAIT,
            "steal", HostEvidence.CPU_STEAL,
            "irq", HostEvidence.CPU_IRQ,
            "softirq", HostEvidence.CPU_SOFTIRQ);

    CpuSeconds {
        byCpu = Map.copyOf(byCpu);
    }

    /** The times of a page; {@link #NONE} if it has none, or one of them is no number. */
    static CpuSeconds of(Exposition page) {
        Exposition.Family family = page.families().get("node_cpu_seconds_total");
        if (family == null || page.gaps().containsKey(MetricNaming.of(family.name()))) {
            return NONE;
        }
        var byCpu = new HashMap<String, Map<String, Double>>();
        for (MetricLine series : family.series()) {
            String cpu = series.labels().get("cpu");
            String mode = series.labels().get("mode");
            if (cpu == null || mode == null || !Double.isFinite(series.value())) {
                return NONE;
            }
            byCpu.computeIfAbsent(cpu, name -> new HashMap<>()).put(mode, series.value());
        }
        return new CpuSeconds(byCpu);
    }

    /** The fractions of the time since an earlier page; empty if no time passed. A new CPU counts from its second page. */
    Map<String, Double> since(CpuSeconds earlier) {
        var byMode = new HashMap<String, Double>();
        double busiest = 0;
        for (var cpu : byCpu.entrySet()) {
            Map<String, Double> before = earlier.byCpu.get(cpu.getKey());
            if (before != null) {
                Map<String, Double> passed = passed(before, cpu.getValue());
                busiest = Math.max(busiest, used(passed));
                passed.forEach((mode, seconds) -> byMode.merge(mode, seconds, Double::sum));
            }
        }
        double total = total(byMode);
        if (total <= 0) {
            return Map.of();
        }
        var fractions = new HashMap<String, Double>();
        byMode.forEach((mode, seconds) -> {
            String name = NAMES.get(mode);
            if (name != null) {
                fractions.merge(name, seconds / total, Double::sum);
            }
        });
        fractions.put(HostEvidence.CPU_BUSIEST, busiest);
        fractions.put(HostEvidence.CPU_NODE, used(byMode));
        fractions.put(MetricNames.HOST_CPU, used(byMode));
        return fractions;
    }

    /** The kernel's iowait can decrease slightly. */
    private static Map<String, Double> passed(Map<String, Double> before, Map<String, Double> now) {
        var passed = new HashMap<String, Double>();
        now.forEach((mode, seconds) -> passed.put(mode, Math.max(0, seconds - before.getOrDefault(mode, seconds))));
        return passed;
    }

    private static double total(Map<String, Double> passed) {
        return passed.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double used(Map<String, Double> passed) {
        double total = total(passed);
        double idle = passed.getOrDefault("idle", 0.0) + passed.getOrDefault("iowait", 0.0);
        return total > 0 ? (total - idle) / total : 0;
    }
}
