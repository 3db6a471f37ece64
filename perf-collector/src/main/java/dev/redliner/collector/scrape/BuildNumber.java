package dev.redliner.collector.scrape;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * A number for a service's build. The build is described by the labels of a series with a meaningless value; another
 * version, commit or runtime gives another number.
 */
final class BuildNumber {
    private static final String SUFFIX = "_build_info";
    private static final Set<String> NAMES = Set.of("build_info", "application_info", "jvm_info");

    private BuildNumber() {}

    /** Whether the series of this name describes a build. */
    static boolean isOfBuild(String name) {
        return name.endsWith(SUFFIX) || NAMES.contains(name);
    }

    /** Below 2^32, so that a million such numbers still have an exact sum. */
    static double of(Series series) {
        var sum = new CRC32();
        sum.update(series.name().getBytes(StandardCharsets.UTF_8));
        new TreeMap<>(series.labels())
                .forEach((label, value) -> sum.update((label + '=' + value + '\n').getBytes(StandardCharsets.UTF_8)));
        return sum.getValue();
    }
}
