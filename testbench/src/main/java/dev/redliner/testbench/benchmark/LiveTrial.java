package dev.redliner.testbench.benchmark;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.SimulationResult;
import java.time.Duration;
import java.util.Locale;

/** A run on a live service as a trial, so that it appears in the same table as simulated runs. */
final class LiveTrial {
    private LiveTrial() {}

    /** Converts a report. The report's harm already excludes bad requests that are normal for the host. */
    static Trial of(String service, int number, double truth, double allowed, RunReport report) {
        RedlineReport redline = report.redline();
        var result = new SimulationResult(
                service,
                redline == null ? null : (Double) redline.rps(),
                redline == null ? null : (Double) redline.low(),
                redline == null ? null : redline.high(),
                redline == null ? null : redline.safe(),
                status(report),
                null,
                (int) seconds(report),
                report.steps().size(),
                String.valueOf(report.reason()),
                report.harm().excessFraction(),
                report.restored() == null ? null : (Boolean) report.restored().verified(),
                java.util.List.of(),
                null);
        double highest = report.steps().stream()
                .mapToDouble(step -> step.rps() == null ? 0 : step.rps())
                .max()
                .orElse(0);
        var score = new Score(
                report.harm().servedRequests(),
                report.harm().excessFraction() * report.harm().servedRequests(),
                highest);
        return new Trial(service, number, truth, allowed, 0, result, score);
    }

    static Trial refused(String service, int number, double truth, double allowed, String why) {
        var result = SimulationResult.of(service, null, null, null, "refused", 0, 0);
        return new Trial(service, number, truth, allowed, 0, result, new Score(0, 0, 0));
    }

    private static String status(RunReport report) {
        RedlineReport redline = report.redline();
        if (report.state() == RunState.COMPLETED && redline != null) {
            return redline.high() == null ? "at_least" : "ok";
        }
        return report.state().name().toLowerCase(Locale.ROOT);
    }

    static double seconds(RunReport report) {
        return report.endedAt() == null
                ? 0
                : Duration.between(report.startedAt(), report.endedAt()).toMillis() / 1000.0;
    }

    /** One line of text about a run. */
    static String words(RunReport report, double truth) {
        RedlineReport redline = report.redline();
        double seconds = seconds(report);
        Double safe = redline == null ? null : redline.safe();
        return redline == null
                ? String.format(Locale.ROOT, "%s in %.0f s: %s", report.state(), seconds, report.reason())
                : String.format(
                        Locale.ROOT,
                        "%s %.1f rps (%.1f to %.1f, safe %s) error %+.1f%% in %.0f s, excess harm %.2f%%",
                        report.state(),
                        redline.rps(),
                        redline.low(),
                        redline.high(),
                        safe == null ? "-" : String.format(Locale.ROOT, "%.1f", safe),
                        100 * (redline.rps() / truth - 1),
                        seconds,
                        100 * report.harm().excessFraction());
    }
}
