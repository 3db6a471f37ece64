package dev.redliner.cli;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.StepReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The state of a run that is not over, for a person. Pure. */
final class StandingView {
    private StandingView() {}

    /**
     * The run at one moment: state, load, share and rules as in the live view, then harm, traffic and search.
     *
     * @param now the time of the reader
     * @param columns the width at which lines are broken between words
     */
    static String text(RunReport run, Instant now, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add("run " + Formats.safe(run.id()) + " of " + Formats.safe(run.service()) + ": "
                + LiveLines.state(run.state().name()) + ", accepted "
                + Formats.duration(Duration.between(run.startedAt(), now)) + " ago");
        if (run.reason() != null) {
            lines.add(ResultView.line("reason", Formats.safe(run.reason())));
        }
        LiveTick tick = run.now();
        if (tick == null) {
            lines.add(ResultView.line("load", "not known yet"));
        } else {
            lines.addAll(LiveLines.standing(tick, stepOf(run, tick)));
        }
        lines.add(ResultView.line("harm", ResultView.harm(run)));
        lines.add(ResultView.line("traffic", traffic(run)));
        if (run.began() != null) {
            lines.add(ResultView.line("search", Formats.safe(run.began().words()) + ResultView.profile(run.began())));
        }
        if (run.precision() != null) {
            lines.add(ResultView.line("precision", Formats.safe(run.precision().words())));
        }
        run.remarks().forEach(remark -> lines.add(ResultView.line("remark", Formats.safe(remark))));
        return lines.stream()
                .flatMap(line -> Fold.at(columns, ResultView.INDENT, line).stream())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static @Nullable StepReport stepOf(RunReport run, LiveTick tick) {
        return run.steps().stream()
                .filter(step -> step.number() == tick.step())
                .findFirst()
                .orElse(null);
    }

    private static String traffic(RunReport run) {
        return switch (run.state()) {
            case PENDING, BASELINING -> "not moved yet";
            case RAMPING, REFINING, CONFIRMING ->
                "moved; back on its baseline with: redliner run abort " + Formats.safe(run.id());
            case RESTORING -> restoring(run.restored());
            case COMPLETED, INCONCLUSIVE, ABORTED, INTERRUPTED, REFUSED, READY, NOT_READY ->
                throw new IllegalArgumentException("run " + run.id() + " is over");
        };
    }

    private static String restoring(@Nullable RestoredReport restored) {
        if (restored == null) {
            return "goes back to its baseline";
        }
        return (restored.verified() ? "is back on its baseline: " : "goes back to its baseline: ")
                + ResultView.envoysAndShare(restored);
    }
}
