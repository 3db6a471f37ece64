package dev.redliner.contracts.sample;

import java.util.Objects;

/**
 * A reading that is missing from a batch. A failed read is a gap, never a zero.
 *
 * @param name the metric, or the source ({@code scrape:…}, {@code envoy:…}) if all its metrics are missing
 * @param reason the reason, in words for a person
 */
public record Gap(String name, String reason) {
    /** The beginning of the reason if a collector may not connect to the address. Nothing was sent to it. */
    public static final String REFUSED = "refused: ";

    /** The end of the reason if a page leads to another address. Nothing was sent there. */
    public static final String NOT_FOLLOWED = "redirects are not followed";

    /** The reason if the histograms of an Envoy are up to five seconds older than its counters. */
    public static final String OLD_STATISTICS =
            "Envoy's statistics are not merged at each read; its bootstrap needs stats_flush_on_admin: true";

    public Gap {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(reason, "reason");
    }
}
