package dev.redliner.controller.web;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.HostsReport;
import dev.redliner.contracts.sample.HostProperties;
import dev.redliner.contracts.sample.MetricNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The conditions under which a run measured, as far as they were reported. A comparable run has the same. */
final class ReportEnvironment {
    private static final double GIB = 1L << 30;
    private static final String NOT_REPORTED = "not reported";
    private static final Map<String, String> WORDS = Map.of(
            HostProperties.KERNEL, "Kernel",
            HostProperties.CPU_MODEL, "CPU",
            HostProperties.CPU_THREADS_PER_CORE, "Threads per CPU core",
            HostProperties.NUMA_NODES, "NUMA nodes",
            HostProperties.PROGRAM, "Program of the service",
            HostProperties.JVM_VERSION, "JVM",
            HostProperties.JVM_FLAGS, "Flags of the JVM");

    private ReportEnvironment() {}

    /** The conditions; empty if the run has no baseline. */
    static List<Fact> of(RunReport run) {
        BaselineReport baseline = run.baseline();
        if (baseline == null) {
            return List.of();
        }
        List<Fact> facts = new ArrayList<>();
        run.sut().forEach(host -> facts.add(host(host, baseline.identity(), run.startedAt())));
        same(run.sut(), baseline.properties()).forEach((name, value) -> facts.add(Fact.of(name, value, null)));
        facts.add(Fact.of(
                "Traffic before the run",
                Figures.rps(baseline.poolRps()) + " rps",
                "of the pool, " + Figures.rps(baseline.rps()) + " of it at "
                        + (run.sut().size() == 1 ? "the SUT" : "each host of the SUT")));
        HostsReport hosts = run.hosts();
        facts.add(Fact.of("Pool", run.tier(), hosts == null ? null : hosts.now() + " hosts"));
        return facts;
    }

    /** Each property with its text, in the order of their documentation; with the hosts unless all have the same. */
    static Map<String, String> same(List<String> hosts, Map<String, String> properties) {
        var texts = new LinkedHashMap<String, String>();
        for (String name : HostProperties.ALL) {
            var byText = new LinkedHashMap<String, List<String>>();
            hosts.forEach(host -> byText.computeIfAbsent(
                            properties.getOrDefault(host + "/" + name, NOT_REPORTED), text -> new ArrayList<>())
                    .add(host));
            if (byText.size() > 1) {
                texts.put(
                        WORDS.getOrDefault(name, name),
                        byText.entrySet().stream()
                                .map(it -> it.getKey() + " (" + String.join(", ", it.getValue()) + ")")
                                .collect(Collectors.joining("; ")));
            } else if (!byText.containsKey(NOT_REPORTED)) {
                texts.put(
                        WORDS.getOrDefault(name, name),
                        byText.keySet().iterator().next());
            }
        }
        return texts;
    }

    static Fact host(String host, Map<String, Double> identity, Instant at) {
        Double cpus = identity.get(host + "/" + MetricNames.HOST_CPUS);
        Double memory = identity.get(host + "/" + MetricNames.HOST_MEMORY);
        Double boot = identity.get(host + "/" + MetricNames.HOST_BOOT);
        Double start = identity.get(host + "/" + MetricNames.PROCESS_START);
        List<String> sizes = new ArrayList<>();
        if (cpus != null) {
            sizes.add(plain(cpus) + (cpus == 1 ? " CPU" : " CPUs"));
        }
        if (memory != null) {
            sizes.add(String.format(Locale.ROOT, "%.1f GiB", memory / GIB));
        }
        List<String> times = new ArrayList<>();
        if (isBefore(boot, at)) {
            times.add("up for " + since(boot, at));
        }
        if (isBefore(start, at)) {
            times.add("the process for " + since(start, at));
        }
        return Fact.of(
                "Host " + host,
                sizes.isEmpty() ? NOT_REPORTED : String.join(", ", sizes),
                times.isEmpty() ? missing(sizes) : String.join("; ", times));
    }

    private static @Nullable String missing(List<String> sizes) {
        return sizes.isEmpty() ? "Neither its size nor its start was reported." : null;
    }

    /** A service may report a start in another unit than seconds. */
    private static boolean isBefore(@Nullable Double epochSeconds, Instant at) {
        return epochSeconds != null && epochSeconds > 0 && epochSeconds <= at.getEpochSecond();
    }

    private static String since(@Nullable Double epochSeconds, Instant at) {
        long seconds = epochSeconds == null ? 0 : epochSeconds.longValue();
        return Figures.age(Instant.ofEpochSecond(seconds), at);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
