package dev.redliner.controller.api;

import dev.redliner.service.Expectation;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result that is expected of a run, in the notation of service files; at least one part.
 *
 * @param redline the least redline of one host in requests per second, such as {@code >= 700}
 * @param recovered the longest time from the decision to restore until the SUT is back at its normal, such as
 *     {@code <= 10s}
 */
record ExpectedResult(
        @Schema(example = ">= 700") @Nullable String redline, @Schema(example = "<= 10s") @Nullable String recovered) {

    Expectation parsed() {
        Double least = parsed("redline", redline, Expectation::redline, Expectation.REDLINE_FORM);
        Duration longest = parsed("recovered", recovered, Expectation::recovered, Expectation.RECOVERED_FORM);
        if (least == null && longest == null) {
            throw ApiProblem.badRequest("The expectation is empty. Send a redline, such as " + Expectation.REDLINE_FORM
                    + ", or recovered, such as " + Expectation.RECOVERED_FORM + ".");
        }
        return new Expectation(least, longest);
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
