package dev.redliner.controller.web;

import dev.redliner.service.Expectation;
import dev.redliner.service.LatencyExpectation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fields of the form that starts a run for the expected result. An empty field expects nothing. */
final class ExpectationForm {
    private ExpectationForm() {}

    /**
     * The expectation; null if all fields are empty.
     *
     * @param latencies the expected latencies, with commas between them
     * @throws org.springframework.web.server.ResponseStatusException if a field cannot be read
     */
    static @Nullable Expectation parse(String redline, String latencies, String recovered) {
        Double least = read("redline", redline, Expectation::redline, Expectation.REDLINE_FORM);
        Duration longest = read("recovery", recovered, Expectation::recovered, Expectation.RECOVERED_FORM);
        List<String> texts = Arrays.stream(latencies.split(","))
                .filter(text -> !text.isBlank())
                .toList();
        if (texts.size() > Expectation.MOST_LATENCIES) {
            throw FormPages.wrong("At most " + Expectation.MOST_LATENCIES + " latencies can be expected.");
        }
        List<LatencyExpectation> most = texts.stream()
                .flatMap(text ->
                        Optional.ofNullable(read("latency", text, LatencyExpectation::parse, LatencyExpectation.FORM))
                                .stream())
                .toList();
        return least == null && longest == null && most.isEmpty() ? null : new Expectation(least, longest, most);
    }

    private static <T> @Nullable T read(String what, String text, Function<String, Optional<T>> parser, String form) {
        if (text.isBlank()) {
            return null;
        }
        return parser.apply(text.strip())
                .orElseThrow(() -> FormPages.wrong("The expected " + what + " '" + text.strip()
                        + "' cannot be read. Enter one such as " + form + "."));
    }
}
