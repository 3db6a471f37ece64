package dev.redliner.collector.host;

import dev.redliner.collector.host.HostSource.Found;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/** Values of a node that rarely change: reported with each reading, read once a minute. */
final class HostFacts {
    private static final Duration RECHECK = Duration.ofMinutes(1);

    private Map<String, Double> known = Map.of();
    private @Nullable Instant checkedAt;

    void read(Instant at, Found into) {
        if (checkedAt == null || at.isAfter(checkedAt.plus(RECHECK))) {
            known = check();
            checkedAt = at;
        }
        into.gauges().putAll(known);
    }

    /** OSHI reads the processors only once for each object, so a new object is needed to detect added processors. */
    private static Map<String, Double> check() {
        var system = new SystemInfo();
        return Map.of(
                MetricNames.HOST_BOOT, (double) system.getOperatingSystem().getSystemBootTime(),
                MetricNames.HOST_CPUS,
                        (double) system.getHardware().getProcessor().getLogicalProcessorCount(),
                MetricNames.HOST_MEMORY,
                        (double) system.getHardware().getMemory().getTotal());
    }
}
