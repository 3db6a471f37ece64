package dev.redliner.controller.report;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.controller.run.evidence.InFlight;
import dev.redliner.controller.run.evidence.SignalSum;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The signals of a step in a report. */
final class Signals {
    private Signals() {}

    /** The values, with as many digits as the values of a tick. */
    static Map<String, Double> rounded(SignalSum sum) {
        return SignalValues.rounded(Instant.EPOCH, sum.values()).values();
    }

    /** The requests in flight; null without a reading. */
    static @Nullable ConcurrencyReport concurrency(InFlight inFlight) {
        if (inFlight.readings() == 0) {
            return null;
        }
        Double ratio = inFlight.ratio();
        Double tolerance = inFlight.tolerance();
        return new ConcurrencyReport(
                thousandths(inFlight.mean()),
                thousandths(inFlight.expected()),
                ratio == null ? null : (Double) thousandths(ratio),
                tolerance == null ? null : (Double) thousandths(tolerance),
                thousandths(inFlight.unaccounted()));
    }

    private static double thousandths(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
