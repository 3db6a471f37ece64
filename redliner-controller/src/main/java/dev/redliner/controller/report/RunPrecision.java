package dev.redliner.controller.report;

import dev.redliner.api.PrecisionReport;
import dev.redliner.controller.run.EarlierRedline;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Step;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.search.Precision;
import dev.redliner.search.Redline;
import dev.redliner.service.PrecisionReports;
import dev.redliner.service.Precisions;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The precision to expect of one run, and the precision that it reached. */
final class RunPrecision {
    private RunPrecision() {}

    /** The expected and the reached precision of a run; null as long as the rate of its requests is missing. */
    static @Nullable PrecisionReport of(Run run) {
        Precision precision = run.precision().orElse(null);
        if (precision == null) {
            return null;
        }
        Redline redline = run.redline().orElse(null);
        if (redline != null) {
            return reached(precision, redline, run);
        }
        ServiceDefinition service = run.facts().service();
        EarlierRedline earlier = run.warmStart().earlier();
        List<Double> rates = earlier != null ? List.of(earlier.rps()) : Precisions.rates(service.pool(), poolRps(run));
        return rates.isEmpty()
                ? null
                : PrecisionReports.before(
                        precision,
                        rates,
                        run.warmStart().settings(),
                        service.limits().maxDuration());
    }

    private static @Nullable PrecisionReport reached(Precision precision, Redline redline, Run run) {
        List<Step> steps = run.steps();
        Instant to = steps.isEmpty() ? null : steps.get(steps.size() - 1).to();
        if (redline.atLeast() || to == null) {
            return null;
        }
        Instant from = run.facts().startedAt();
        return PrecisionReports.after(precision, redline.rps(), Duration.between(from, to), redline.halfWidth());
    }

    private static OptionalDouble poolRps(Run run) {
        Double seen =
                run.baseline().map(Baseline::seen).map(sum -> sum.poolRps()).orElse(null);
        return seen == null
                ? Precisions.lately(run.warmStart().settings().known().poolRps())
                : OptionalDouble.of(seen);
    }
}
