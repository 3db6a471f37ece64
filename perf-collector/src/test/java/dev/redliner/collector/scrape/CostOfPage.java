package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.ReadFailed;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The CPU for one page, from text to named values: parsed without a page before it, and with the same page before it.
 *
 * <p>Argument: a file with a page, such as one of a node_exporter.
 */
final class CostOfPage {
    private static final int ROUNDS = 6;
    private static final int PAGES = 200;
    private static final ScrapeLimits LIMITS = new ScrapeLimits(List.of("*"), 500, 5_000);
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private CostOfPage() {}

    public static void main(String[] arguments) throws IOException, ReadFailed {
        String page = Files.readString(Path.of(arguments[0]));
        for (int round = 0; round < ROUNDS; round++) {
            System.out.printf(
                    Locale.ROOT,
                    "alone %.2f ms, after the same page %.2f ms%n",
                    millis(page, false),
                    millis(page, true));
        }
    }

    private static double millis(String page, boolean again) throws ReadFailed {
        var known = new KnownSeries();
        long before = CPU.getCurrentThreadCpuTime();
        for (int i = 0; i < PAGES; i++) {
            Exposition read = Exposition.parse(page, LIMITS.maxSeries(), again ? known : new KnownSeries());
            ScrapeReading.of(read, LIMITS, "scrape:page");
        }
        return (CPU.getCurrentThreadCpuTime() - before) / 1e6 / PAGES;
    }
}
