package dev.redliner.collector.procfs;

import java.util.OptionalDouble;

/** The CPU quota of a control group, in CPUs. */
public final class CpuQuota {
    private CpuQuota() {}

    /**
     * Version 2, {@code cpu.max}: a quota and a period in µs, such as {@code 50000 100000}, or {@code max 100000}.
     *
     * @return empty if there is no quota
     */
    public static OptionalDouble second(String text) {
        var fields = new Fields("cpu.max", text);
        if (fields.word(0).equals("max")) {
            return OptionalDouble.empty();
        }
        return quota("cpu.max", text, fields.number(0), fields.size() > 1 ? fields.number(1) : 100_000);
    }

    /**
     * Version 1, {@code cpu.cfs_quota_us} and {@code cpu.cfs_period_us}.
     *
     * @return empty if there is no quota, which is -1
     */
    public static OptionalDouble first(String quotaText, String periodText) {
        if (quotaText.strip().equals("-1")) {
            return OptionalDouble.empty();
        }
        long quota = new Fields("cpu.cfs_quota_us", quotaText).number(0);
        return quota("cpu.cfs_period_us", periodText, quota, new Fields("cpu.cfs_period_us", periodText).number(0));
    }

    private static OptionalDouble quota(String file, String text, long quota, long period) {
        if (quota == 0 || period == 0) {
            throw MalformedText.inLine(file, text.strip());
        }
        return OptionalDouble.of(quota / (double) period);
    }
}
