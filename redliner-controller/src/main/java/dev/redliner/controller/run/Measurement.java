package dev.redliner.controller.run;

import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MeasurementReport.Outcome;
import dev.redliner.controller.run.evidence.InFlight;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks whether the counts, latencies and requests in flight of the steps agree with each other. */
final class Measurement {
    private Measurement() {}

    /**
     * The checks of all steps that count. A deviation is a remark and never takes the result of a run away: some loads
     * arrive in time with the readings, and a few readings do not exclude every kind of chance.
     */
    static MeasurementReport of(List<Step> steps) {
        List<Step> counted = steps.stream().filter(Step::counted).toList();
        List<Step> checked = counted.stream()
                .filter(step -> step.inFlight().check() != InFlight.Check.UNKNOWN)
                .toList();
        List<Step> deviating = with(InFlight.Check.DEVIATES, checked);
        List<String> reasons = Stream.of(
                        deviating.stream().map(Measurement::deviates),
                        with(InFlight.Check.TIMEOUTS, checked).stream()
                                .map(step -> MeasurementMessages.timeouts(
                                        step.number(), step.inFlight().timeouts())),
                        counted.stream()
                                .filter(step -> step.inFlight().loses())
                                .map(step -> MeasurementMessages.unaccounted(
                                        step.number(), step.inFlight().unaccounted())))
                .flatMap(each -> each)
                .toList();
        Double ratio = ratio(checked);
        if (deviating.size() > 1) {
            return new MeasurementReport(
                    Outcome.REMARK, checked.size(), ratio, MeasurementMessages.deviate(deviating.size()), reasons);
        }
        if (!reasons.isEmpty()) {
            return new MeasurementReport(
                    Outcome.REMARK, checked.size(), ratio, MeasurementMessages.remark(reasons.size()), reasons);
        }
        return ratio == null
                ? new MeasurementReport(Outcome.UNKNOWN, 0, null, MeasurementMessages.unknown(), List.of())
                : new MeasurementReport(
                        Outcome.CONSISTENT,
                        checked.size(),
                        ratio,
                        MeasurementMessages.consistent(ratio, checked.size()),
                        List.of());
    }

    private static List<Step> with(InFlight.Check check, List<Step> steps) {
        return steps.stream().filter(step -> step.inFlight().check() == check).toList();
    }

    private static String deviates(Step step) {
        InFlight inFlight = step.inFlight();
        return MeasurementMessages.deviates(
                step.number(), inFlight.mean(), inFlight.expected(), Objects.requireNonNull(inFlight.tolerance()));
    }

    /** The ratio of the sums over the time of the steps; null without a checked step. */
    private static @Nullable Double ratio(List<Step> checked) {
        double mean = 0;
        double expected = 0;
        for (Step step : checked) {
            mean += step.inFlight().mean() * step.inFlight().seconds();
            expected += step.inFlight().expected() * step.inFlight().seconds();
        }
        return expected > 0 ? mean / expected : null;
    }
}
