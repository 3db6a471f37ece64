package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunReport.RestoredReport;
import dev.redliner.api.RunState;
import org.jspecify.annotations.Nullable;

/**
 * The result of a run that is over, as its page shows it.
 *
 * @param state the state of the run
 * @param number the big number: the redline, a lower bound with a sign in front, or a word if there is none
 * @param unit whether the number is a rate
 * @param meaning the meaning of the number
 * @param headline the result in one sentence
 * @param text its certainty, or the reason why there is no result
 */
record Verdict(Sign state, String number, boolean unit, String meaning, String headline, @Nullable String text) {
    private static final String NO_NUMBER = "none";

    static Verdict of(RunReport run) {
        Sign sign = Sign.of(run.state());
        RedlineReport redline = run.redline();
        if (run.state() == RunState.COMPLETED && redline != null) {
            return completed(sign, redline, run.reason());
        }
        String headline =
                switch (run.state()) {
                    case COMPLETED -> "The run is complete.";
                    case INCONCLUSIVE -> "The run ended without a redline.";
                    case ABORTED -> "The run was aborted.";
                    case INTERRUPTED -> "The controller of the run stopped. " + restored(run.restored());
                    case REFUSED -> "The run was refused. No traffic was moved.";
                    case READY -> "The dry run found nothing that forbids a run.";
                    case NOT_READY -> "The dry run did not pass. No traffic was moved.";
                    case PENDING, BASELINING, RAMPING, REFINING, CONFIRMING, RESTORING -> "The run is not over.";
                };
        if (redline == null) {
            String meaning =
                    run.state() == RunState.REFUSED || run.state().ofDryRun() ? "no traffic was moved" : "no redline";
            return new Verdict(sign, NO_NUMBER, false, meaning, headline, run.reason());
        }
        String reason = run.reason() == null ? "" : run.reason() + " ";
        return new Verdict(
                sign,
                NO_NUMBER,
                false,
                "no redline",
                headline,
                reason + "The estimate at the end was " + Figures.redline(redline) + " rps (95%: "
                        + Figures.interval(redline) + "). It is not a result.");
    }

    private static String restored(@Nullable RestoredReport restored) {
        return restored != null && restored.verified()
                ? "The traffic is restored."
                : "Whether the traffic is restored was not verified.";
    }

    private static Verdict completed(Sign sign, RedlineReport redline, @Nullable String reason) {
        String rate = Figures.rps(redline.rps());
        String host = redline.hosts().isEmpty() ? "One host carries " : "Each host of the set carries ";
        Double safe = redline.safe();
        String plan = safe == null
                ? ""
                : " Plan with " + Figures.rps(safe) + ", which holds with " + (redline.atLeast() ? "at least " : "")
                        + "90% certainty.";
        String why = reason == null ? "" : " " + sentence(reason);
        if (redline.atLeast()) {
            return new Verdict(
                    sign,
                    "≥ " + rate,
                    true,
                    "a lower bound",
                    host + "at least " + rate + " requests per second.",
                    "Every load that maxShare and the traffic allowed passed." + plan + why);
        }
        return new Verdict(
                sign,
                rate,
                true,
                "redline of one host",
                host + rate + " requests per second.",
                "With 95% certainty from " + Figures.interval(redline) + "." + plan + why);
    }

    private static String sentence(String reason) {
        String begun = Character.toUpperCase(reason.charAt(0)) + reason.substring(1);
        return begun.endsWith(".") ? begun : begun + ".";
    }
}
