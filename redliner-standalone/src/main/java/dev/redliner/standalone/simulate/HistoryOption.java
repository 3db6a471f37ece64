package dev.redliner.standalone.simulate;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code --history} of a search in virtual time: length of the pool's traffic before the run that the search receives.
 */
public final class HistoryOption {
    private static final String NONE = "none";
    private static final Pattern FORM = Pattern.compile("([0-9]{1,6})([smh])");
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3600L);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--history",
            paramLabel = "DURATION",
            defaultValue = NONE,
            description =
                    "Per-second traffic of the pool from before the run, such as 15m; none is a pool's first day; "
                            + "${DEFAULT-VALUE}.")
    private String text;

    /** The label for a row of a table. */
    public String words() {
        return duration().isZero() ? "no history" : text + " of history";
    }

    /** The length, or zero for none. */
    public Duration duration() {
        if (text.equals(NONE)) {
            return Duration.ZERO;
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new ParameterException(spec.commandLine(), "--history " + text + " is neither none nor such as 15m");
        }
        return Duration.ofSeconds(Long.parseLong(form.group(1)) * SECONDS.getOrDefault(form.group(2), 1L));
    }
}
