package dev.redliner.controller.web;

import dev.redliner.api.Basis;
import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.StepReport;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run as CSV (RFC 4180), one line each, numbers in base units. Absent values are empty. The last columns
 * are the signals of the run, by name.
 */
final class StepsCsv {
    private static final String LINE = "\r\n";
    private static final String HEADER =
            "run,step,stage,from,to,asked_rps,asked_share,acknowledged_share,observed_share,rps,p50_ms,p99_ms,"
                    + "error_rate,evidence_seconds,counted,why,ended,requests_in_flight,little_ratio,"
                    + "requests,slow_requests,slow_from_ms";

    private StepsCsv() {}

    static String of(RunReport run) {
        List<String> signals = run.steps().stream()
                .flatMap(step -> step.signals().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        String header = Stream.concat(Stream.of(HEADER), signals.stream().map(StepsCsv::field))
                .collect(Collectors.joining(","));
        return run.steps().stream()
                .map(step -> line(run.id(), step, signals))
                .collect(Collectors.joining(LINE, header + LINE, run.steps().isEmpty() ? "" : LINE));
    }

    private static String line(String run, StepReport step, List<String> signals) {
        ConcurrencyReport concurrency = step.concurrency();
        Basis basis = step.basis();
        String columns = row(
                run,
                step.number(),
                step.stage(),
                step.from(),
                step.to(),
                step.askedRps(),
                step.askedShare(),
                step.acknowledgedShare(),
                step.observedShare(),
                step.rps(),
                step.p50Ms(),
                step.p99Ms(),
                step.errorRate(),
                step.seconds(),
                step.counted(),
                step.why(),
                step.ended(),
                concurrency == null ? null : concurrency.inFlight(),
                concurrency == null ? null : concurrency.ratio(),
                basis == null ? null : basis.requests(),
                basis == null ? null : basis.slow(),
                basis == null ? null : basis.limitMs());
        return Stream.concat(
                        Stream.of(columns),
                        signals.stream().map(name -> field(step.signals().get(name))))
                .collect(Collectors.joining(","));
    }

    private static String row(@Nullable Object... values) {
        return Arrays.stream(values).map(StepsCsv::field).collect(Collectors.joining(","));
    }

    private static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String text = value.toString();
        // a spreadsheet takes a text that begins with one of these for a formula
        String safe = value instanceof String && !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0
                ? "'" + text
                : text;
        return safe.matches("(?s).*[\",\\r\\n].*") ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
    }
}
