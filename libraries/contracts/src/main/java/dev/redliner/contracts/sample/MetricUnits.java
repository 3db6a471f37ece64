package dev.redliner.contracts.sample;

import java.util.regex.Pattern;

/** The units in which people read metrics. */
public final class MetricUnits {
    /** The pages have the same expression, in {@code words.js}. */
    private static final Pattern PERCENT =
            Pattern.compile("[a-z.]*(error_rate|host\\.cpu(\\.[a-z]+)?|host\\.memory\\.used"
                    + "|host\\.(disk|net)\\.busy|cgroup\\.(cpu|throttled|memory\\.used)|proc\\.fds\\.used)");

    private static final Pattern LATENCY = Pattern.compile("[a-z.]*latency\\.[a-z0-9]+");

    private MetricUnits() {}

    /** Whether a metric is a latency statistic, of the SUT or of peers. */
    public static boolean isLatency(String metric) {
        return LATENCY.matcher(metric).matches();
    }

    /** Whether the value of a metric, of the SUT or of peers, is a fraction that is read in percent. */
    public static boolean isPercent(String metric) {
        return PERCENT.matcher(metric).matches();
    }
}
