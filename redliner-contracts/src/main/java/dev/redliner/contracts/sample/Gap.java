package dev.redliner.contracts.sample;

import java.util.Objects;

/**
 * A reading that should be in a batch and is not. A failed read is a gap, never a zero.
 *
 * @param name the metric, or the source ({@code scrape:…}, {@code envoy:…}) if all of it is missing
 * @param reason why, in words for a person
 */
public record Gap(String name, String reason) {
    public Gap {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(reason, "reason");
    }
}
