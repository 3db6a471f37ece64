package dev.redliner.controller.run;

import dev.redliner.api.MeasurementReport;
import dev.redliner.api.MeasurementReport.Outcome;
import dev.redliner.controller.run.evidence.EnvoyTime;
import dev.redliner.controller.run.evidence.InFlight;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.MeasurementMessages;
import dev.redliner.search.Redline;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the counts, latencies and requests in flight of the steps agree with each other, and what part of the
 * latencies is that of the Envoys.
 */
final class Measurement {
    /** Time that Envoys and connections of clients may add to a request: 5 ms, or 10% of the latency limit. */
    private static final double MOST_OWN_SECONDS = 0.005;

    private static final double MOST_OWN_PART = 0.1;
    /** Part of the redline from which on a step decides about it. */
    private static final double NEAR = 0.9;

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
                        with(InFlight.Check.ABANDONED, checked).stream().map(Measurement::abandoned),
                        counted.stream()
                                .filter(step -> step.inFlight().loses())
                                .map(step -> MeasurementMessages.unaccounted(
                                        step.number(), step.inFlight().unaccounted())),
                        envoyReasons(counted))
                .flatMap(each -> each)
                .toList();
        Double ratio = ratio(checked);
        EnvoyTime envoys = envoys(counted);
        Double busy = orNull(envoys.busy());
        Double own = orNull(envoys.ownSeconds());
        return new MeasurementReport(
                outcome(reasons, ratio),
                checked.size(),
                ratio,
                busy,
                own,
                agreement(deviating.size(), reasons.size(), checked.size(), ratio)
                        + MeasurementMessages.envoys(busy, own, envoys.addsLittle()),
                reasons);
    }

    private static Outcome outcome(List<String> reasons, @Nullable Double ratio) {
        if (!reasons.isEmpty()) {
            return Outcome.REMARK;
        }
        return ratio == null ? Outcome.UNKNOWN : Outcome.CONSISTENT;
    }

    private static String agreement(int deviating, int reasons, int checked, @Nullable Double ratio) {
        if (deviating > 1) {
            return MeasurementMessages.deviate(deviating);
        }
        if (reasons > 0) {
            return MeasurementMessages.remark(reasons);
        }
        return ratio == null ? MeasurementMessages.unknown() : MeasurementMessages.consistent(ratio, checked);
    }

    private static EnvoyTime envoys(List<Step> steps) {
        return steps.stream().filter(Step::counted).map(Step::envoys).reduce(EnvoyTime.NONE, EnvoyTime::plus);
    }

    /**
     * The message that a worker of an Envoy was at its limit, over all steps or over those near the redline: the traffic
     * may have grown since the others. Empty if it was not.
     */
    static Optional<String> limitOfEnvoys(List<Step> steps, Redline redline) {
        List<Step> near = steps.stream()
                .filter(step -> step.load() >= NEAR * redline.rps())
                .toList();
        return Stream.of(steps, near)
                .map(Measurement::envoys)
                .filter(EnvoyTime::isSaturated)
                .findFirst()
                .map(it -> EndMessages.envoyTooBusy(it.busy().orElseThrow()));
    }

    private static Stream<String> envoyReasons(List<Step> counted) {
        Stream<String> busy = counted.stream()
                .filter(step -> step.envoys().isBusy())
                .map(step -> MeasurementMessages.envoyBusy(
                        step.number(), step.envoys().busy().orElseThrow()));
        Stream<String> slow = counted.stream()
                .filter(step -> step.envoys().ownSeconds().orElse(0) > mostOwnSeconds(step))
                .map(step -> MeasurementMessages.envoySlow(
                        step.number(), step.envoys().ownSeconds().orElseThrow()));
        return Stream.concat(busy, slow);
    }

    private static double mostOwnSeconds(Step step) {
        return Math.max(MOST_OWN_SECONDS, MOST_OWN_PART * step.latencyLimit().toNanos() / 1e9);
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private static List<Step> with(InFlight.Check check, List<Step> steps) {
        return steps.stream().filter(step -> step.inFlight().check() == check).toList();
    }

    private static String deviates(Step step) {
        InFlight inFlight = step.inFlight();
        return MeasurementMessages.deviates(
                step.number(), inFlight.mean(), inFlight.expected(), Objects.requireNonNull(inFlight.tolerance()));
    }

    private static String abandoned(Step step) {
        InFlight inFlight = step.inFlight();
        return MeasurementMessages.abandoned(step.number(), inFlight.mean(), inFlight.expected(), inFlight.abandoned());
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
