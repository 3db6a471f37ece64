package dev.redliner.api;

import java.util.List;

/**
 * The comparison of a run's result with its expectation.
 *
 * @param outcome {@code NOT_MET} if one part is not met, else {@code CANNOT_TELL} if one cannot be told, else
 *     {@code MET}
 * @param parts each expectation
 */
public record ExpectationReport(MetCheck outcome, List<Part> parts) {
    public ExpectationReport {
        parts = List.copyOf(parts);
    }

    /**
     * One expectation.
     *
     * @param expected the expectation as it was declared, such as {@code redline >= 700}
     * @param outcome whether it is met
     * @param words the measured value with its interval, and the reason for the outcome
     */
    public record Part(String expected, MetCheck outcome, String words) {}
}
