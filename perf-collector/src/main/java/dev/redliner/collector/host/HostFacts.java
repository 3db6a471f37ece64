package dev.redliner.collector.host;

import dev.redliner.collector.host.HostSource.Found;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/** What hardly ever changes of a node: told with each reading, looked up once a minute. */
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

    /** OSHI looks at the processors once in the life of an object, so it takes a new one to see that there are more. */
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
