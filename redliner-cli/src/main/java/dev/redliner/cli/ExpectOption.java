package dev.redliner.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code --expect}. The server checks the values. */
final class ExpectOption {
    private static final Pattern FORM = Pattern.compile("\\s*(redline|recovered)\\s*((?:>=|<=).+)");
    private static final Pattern LATENCY = Pattern.compile("\\s*p\\d+\\s+at\\s.+");

    private ExpectOption() {}

    /**
     * The expectations by name, such as {@code redline} to {@code >= 700}, and {@code latency} to a list.
     *
     * @throws CliFailure if one is in another form, or there are two of a name
     */
    static Map<String, Object> parse(List<String> expectations) {
        Map<String, Object> byName = new LinkedHashMap<>();
        List<String> latencies = new ArrayList<>();
        for (String expectation : expectations) {
            if (LATENCY.matcher(expectation).matches()) {
                latencies.add(expectation.strip());
                continue;
            }
            Matcher form = FORM.matcher(expectation);
            if (!form.matches()) {
                throw new CliFailure(
                        ExitCode.USAGE,
                        "The expectation '" + expectation
                                + "' cannot be read. Write 'redline >= 700', 'recovered <= 10s' or 'p99 at 600 <= 150ms'.");
            }
            if (byName.putIfAbsent(form.group(1), form.group(2).strip()) != null) {
                throw new CliFailure(ExitCode.USAGE, "There are two expectations of " + form.group(1) + ".");
            }
        }
        if (!latencies.isEmpty()) {
            byName.put("latency", latencies);
        }
        return byName;
    }
}
