package dev.redliner.controller.notification;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of an event for people. */
final class MessageText {
    private MessageText() {}

    static String of(LifecycleEvent event) {
        String run = event.run();
        return switch (event.type()) {
            case RUN_ACCEPTED -> event.service() + ": run " + run + " was started by " + event.who() + ".";
            case RUN_STATE -> event.service() + ": run " + run + " is " + lower(event.after()) + " now.";
            case RUN_ENDED -> ended(event);
            case RUN_REFUSED -> event.service() + ": a run was refused. " + sentence(event.reason());
            case TRAFFIC_NOT_RESTORED ->
                event.service() + ": the traffic of run " + run + " was not seen back on its baseline. "
                        + sentence(event.after())
                        + " `redliner restore --all` orders every pool back and checks its Envoys.";
            case TRAFFIC_RESTORED -> event.service() + ": the traffic of run " + run + " is back on its baseline.";
            case LEVER_ENGAGED ->
                "The safety lever was engaged by " + event.who() + ". No run begins until it is released."
                        + because(event);
            case LEVER_RELEASED ->
                "The safety lever was released by " + event.who() + ". Runs may begin again." + because(event);
            case TEST -> "This is a test of the destination by " + event.who() + ". Nothing happened.";
        };
    }

    private static String ended(LifecycleEvent event) {
        RunReport report = event.report();
        if (event.endsDryRun()) {
            return event.service() + ": dry run " + event.run() + " is over. " + sentence(event.reason());
        }
        String result = report == null || report.result() == null
                ? event.service() + ": run " + event.run() + " ended " + event.after() + " without a redline."
                : event.service() + ": " + redline(report.result()) + " (run " + event.run() + ", "
                        + lower(event.after()) + ").";
        String unseen = report == null || report.unverified() == null
                ? ""
                : " It ended before the traffic was seen back on its baseline.";
        String reason = sentence(event.reason());
        return result + unseen + (reason.isEmpty() ? "" : " " + reason) + unexpected(report);
    }

    /** The expectations that are not met. */
    private static String unexpected(@Nullable RunReport report) {
        ExpectationReport expectation = report == null ? null : report.expectation();
        if (expectation == null) {
            return "";
        }
        return expectation.parts().stream()
                .filter(part -> part.outcome() == MetCheck.NOT_MET)
                .map(part -> " Not as expected: " + part.expected() + ". Measured: " + sentence(part.words()))
                .collect(Collectors.joining());
    }

    private static String redline(RedlineReport redline) {
        return redline.atLeast()
                ? "one host carries at least " + rps(redline.rps()) + " rps"
                : "one host carries " + rps(redline.rps()) + " rps (95%: " + rps(redline.low()) + " to "
                        + rps(redline.high()) + ")";
    }

    private static String rps(@Nullable Double value) {
        return value == null
                ? "unknown"
                : String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    private static String because(LifecycleEvent event) {
        return event.reason().isBlank() ? "" : " Reason: " + sentence(event.reason());
    }

    private static String sentence(String text) {
        String tidy = text.strip();
        return tidy.isEmpty() || tidy.matches("(?s).*[.!?]") ? tidy : tidy + ".";
    }

    private static String lower(String state) {
        return state.toLowerCase(Locale.ROOT);
    }
}
