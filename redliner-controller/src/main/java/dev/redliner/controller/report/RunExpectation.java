package dev.redliner.controller.report;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.ExpectationReport.Part;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RecoveryReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.run.Restoration;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.evidence.HostRecovery;
import dev.redliner.controller.run.message.MeasurementMessages;
import dev.redliner.search.Redline;
import dev.redliner.search.Rps;
import dev.redliner.service.Expectation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the result of a run with its expectation, by the interval: a point estimate alone decides nothing. */
final class RunExpectation {
    private RunExpectation() {}

    /** The comparison; null without an expectation, and before the end of the run. */
    static @Nullable ExpectationReport of(Run run, @Nullable RecoveryReport recovery) {
        Expectation expect = run.facts().service().expect();
        if (expect == null || !run.state().over()) {
            return null;
        }
        Double least = expect.redline();
        Duration longest = expect.recovered();
        List<Part> parts = new ArrayList<>();
        if (least != null) {
            boolean completed = run.state() == RunState.COMPLETED;
            parts.add(redline(least, completed ? run.redline().orElse(null) : null));
        }
        if (longest != null) {
            parts.add(recovered(longest, recovery, slowFor(run)));
        }
        expect.latencies().forEach(latency -> parts.add(LatencyAtLoad.of(latency, run)));
        return new ExpectationReport(worst(parts), parts);
    }

    private static MetCheck worst(List<Part> parts) {
        for (MetCheck worse : List.of(MetCheck.NOT_MET, MetCheck.CANNOT_TELL)) {
            if (parts.stream().anyMatch(part -> part.outcome() == worse)) {
                return worse;
            }
        }
        return MetCheck.MET;
    }

    static Part redline(double least, @Nullable Redline redline) {
        String expected = Expectation.redlineInWords(least);
        if (redline == null) {
            return new Part(expected, MetCheck.CANNOT_TELL, "The run has no redline.");
        }
        String interval = redline.atLeast()
                ? "at least " + Rps.of(redline.low())
                : Rps.number(redline.low()) + " to " + Rps.of(redline.high()) + " (95%)";
        if (redline.low() >= least) {
            return new Part(expected, MetCheck.MET, "The redline is " + interval + ".");
        }
        return redline.atLeast() || redline.high() >= least
                ? new Part(
                        expected,
                        MetCheck.CANNOT_TELL,
                        "The redline is " + interval + ", which neither shows nor excludes it.")
                : new Part(expected, MetCheck.NOT_MET, "The redline is " + interval + ".");
    }

    /** For how long the SUT was certainly not normal, in seconds after the decision to restore; 0 if it always was. */
    private static double slowFor(Run run) {
        Instant slow = run.hostRecovery().map(HostRecovery::slowAt).orElse(null);
        Instant since = run.restoration().map(Restoration::since).orElse(null);
        return slow == null || since == null ? 0 : Duration.between(since, slow).toMillis() / 1000.0;
    }

    /** @param slowFor for how long the SUT was certainly not normal, s: it is judged over some time together */
    static Part recovered(Duration longest, @Nullable RecoveryReport recovery, double slowFor) {
        String expected = Expectation.recoveredInWords(longest);
        if (recovery == null) {
            return new Part(expected, MetCheck.CANNOT_TELL, "The run did not watch for the recovery.");
        }
        double limit = longest.toMillis() / 1000.0;
        Double seconds = recovery.seconds();
        MetCheck outcome =
                switch (recovery.outcome()) {
                    case MET ->
                        seconds != null && seconds <= limit
                                ? MetCheck.MET
                                : slowFor > limit ? MetCheck.NOT_MET : MetCheck.CANNOT_TELL;
                    // the peers may have left their normal later
                    case NOT_MET, CANNOT_TELL -> slowFor > limit ? MetCheck.NOT_MET : MetCheck.CANNOT_TELL;
                };
        return new Part(
                expected,
                outcome,
                outcome == MetCheck.NOT_MET && recovery.outcome() == MetCheck.CANNOT_TELL
                        ? MeasurementMessages.notNormalAlone(slowFor)
                        : recovery.words());
    }
}
