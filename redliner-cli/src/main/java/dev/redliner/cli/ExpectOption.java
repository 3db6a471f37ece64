package dev.redliner.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code --expect}. The server checks the values. */
final class ExpectOption {
    private static final Pattern FORM = Pattern.compile("\\s*(redline|recovered)\\s*((?:>=|<=).+)");

    private ExpectOption() {}

    /**
     * The expectations by name, such as {@code redline} to {@code >= 700}.
     *
     * @throws CliFailure if one is in another form, or there are two of a name
     */
    static Map<String, String> parse(List<String> expectations) {
        Map<String, String> byName = new LinkedHashMap<>();
        for (String expectation : expectations) {
            Matcher form = FORM.matcher(expectation);
            if (!form.matches()) {
                throw new CliFailure(
                        ExitCode.USAGE,
                        "The expectation '" + expectation
                                + "' cannot be read. Write 'redline >= 700' or 'recovered <= 10s'.");
            }
            if (byName.putIfAbsent(form.group(1), form.group(2).strip()) != null) {
                throw new CliFailure(ExitCode.USAGE, "There are two expectations of " + form.group(1) + ".");
            }
        }
        return byName;
    }
}
