package dev.redliner.controller.api;

import dev.redliner.service.Expectation;
import dev.redliner.service.LatencyExpectation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result that is expected of a run, in the notation of service files; at least one part.
 *
 * @param redline the least redline of one host in requests per second, such as {@code >= 700}
 * @param recovered the longest time from the decision to restore until the SUT is back at its normal, such as
 *     {@code <= 10s}
 * @param latency the most that percentiles of the latency may be at a load of one host, such as
 *     {@code p99 at 600 <= 150ms}; ten at most
 */
record ExpectedResult(
        @Schema(example = ">= 700") @Nullable String redline,
        @Schema(example = "<= 10s") @Nullable String recovered,
        @Schema(example = "[\"p99 at 600 <= 150ms\"]") @Nullable List<String> latency) {

    Expectation parsed() {
        Double least = parsed("redline", redline, Expectation::redline, Expectation.REDLINE_FORM);
        Duration longest = parsed("recovered", recovered, Expectation::recovered, Expectation.RECOVERED_FORM);
        List<String> texts = latency == null ? List.of() : latency;
        if (least == null && longest == null && texts.isEmpty()) {
            throw ApiProblem.badRequest("The expectation is empty. Send a redline, such as " + Expectation.REDLINE_FORM
                    + ", recovered, such as " + Expectation.RECOVERED_FORM + ", or latency, such as "
                    + LatencyExpectation.FORM + ".");
        }
        if (texts.size() > Expectation.MOST_LATENCIES) {
            throw ApiProblem.badRequest(
                    texts.size() + " expected latencies are more than " + Expectation.MOST_LATENCIES + ".");
        }
        return new Expectation(
                least, longest, texts.stream().map(ExpectedResult::latency).toList());
    }

    private static LatencyExpectation latency(@Nullable String text) {
        return Optional.ofNullable(text)
                .flatMap(LatencyExpectation::parse)
                .orElseThrow(() -> ApiProblem.badRequest("The expected latency '" + text
                        + "' cannot be read. Send one such as " + LatencyExpectation.FORM + "."));
    }

    private static <T> @Nullable T parsed(
            String name, @Nullable String text, Function<String, Optional<T>> parser, String form) {
        if (text == null) {
            return null;
        }
        return parser.apply(text)
                .orElseThrow(() -> ApiProblem.badRequest(
                        "The expected " + name + " '" + text + "' cannot be read. Send one such as " + form + "."));
    }
}
