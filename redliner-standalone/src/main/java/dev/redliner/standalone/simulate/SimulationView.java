package dev.redliner.standalone.simulate;

import dev.redliner.standalone.simulate.SimulationResult.StepResult;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A rehearsal's result for a person. */
final class SimulationView {
    private SimulationView() {}

    /**
     * @param truth the host's true redline, requests per second, or null if it is not available
     */
    static String text(SimulationResult result, @Nullable Double truth) {
        var text = new StringBuilder();
        if (!result.steps().isEmpty()) {
            text.append("STEP  STAGE    FROM    SHARE    ASKED     SEEN  WHY\n");
        }
        for (StepResult step : result.steps()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%4d  %-8s %4.0fs  %6.2f%% %8s %8s  %s%n",
                    step.number(),
                    step.stage(),
                    step.from(),
                    100 * step.share(),
                    rate(step.load()),
                    rate(step.seen()),
                    step.why()));
        }
        text.append(result.scenario())
                .append(": ")
                .append(result.status())
                .append(", ")
                .append(result.reason());
        text.append(String.format(Locale.ROOT, " (%d s, %d changes)%n", result.timeS(), result.changes()));
        if (result.est() != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "  redline    %s%s rps (95%%: %s to %s)%n  safe rate  %s rps%n  limiting   %s%n",
                    result.status().equals("at_least") ? "at least " : "",
                    rate(result.est()),
                    rate(result.low()),
                    rate(result.high()),
                    rate(result.safe()),
                    result.limitingRule() == null ? "no rule failed" : "rule " + result.limitingRule()));
        }
        if (truth != null) {
            text.append("  truth      ").append(rate(truth)).append(" rps").append(off(result, truth));
        }
        if (!result.steps().isEmpty()) {
            text.append(String.format(Locale.ROOT, "  harm       %.2f%% beyond normal%n", 100 * result.excessHarm()));
        }
        return text.toString();
    }

    private static String off(SimulationResult result, double truth) {
        return result.est() == null || !result.status().equals("ok")
                ? "\n"
                : String.format(Locale.ROOT, "; measured %+.1f%%%n", 100 * (result.est() / truth - 1));
    }

    private static String rate(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }
}
