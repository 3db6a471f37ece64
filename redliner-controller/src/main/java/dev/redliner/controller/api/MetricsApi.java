package dev.redliner.controller.api;

import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.journal.RecordedRuns;
import dev.redliner.controller.journal.RecordedRuns.LastVerdict;
import dev.redliner.controller.service.ServiceCatalog;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The metrics that rules of a service can read. */
@RestController
@RequestMapping("/api/v1/services")
@Tag(name = "services")
class MetricsApi {
    private final ServiceCatalog catalog;
    private final RecordedRuns recorded;

    MetricsApi(ServiceCatalog catalog, RecordedRuns recorded) {
        this.catalog = catalog;
        this.recorded = recorded;
    }

    /**
     * The metrics of the newest verdict on a service.
     *
     * @param run the run that the verdict is of
     * @param at event time of the verdict
     * @param metrics each metric that had a value, over the longest window of the run's rules: latencies in seconds,
     *     rates as fractions of 1
     * @param rules the last outcome of each rule of the run
     * @param missing hosts without a recent report
     * @param notes for a person, such as gaps by name
     */
    record MetricsView(
            String service,
            String run,
            Instant at,
            Map<String, Double> metrics,
            List<JudgedRule> rules,
            List<String> missing,
            List<String> notes) {
        static MetricsView of(String service, LastVerdict last) {
            Verdict verdict = last.verdict();
            return new MetricsView(
                    service,
                    last.run(),
                    verdict.at(),
                    new TreeMap<>(verdict.metrics()),
                    verdict.rules().stream().map(JudgedRule::of).toList(),
                    verdict.missing(),
                    verdict.notes());
        }
    }

    /**
     * The last outcome of a rule.
     *
     * @param rule its id
     * @param failing whether it counted as failing
     * @param reason why it was UNKNOWN; null otherwise
     * @param comparisons its comparisons
     */
    record JudgedRule(
            String rule, Outcome outcome, boolean failing, @Nullable String reason, List<Compared> comparisons) {
        static JudgedRule of(RuleVerdict rule) {
            return new JudgedRule(
                    rule.rule(),
                    rule.outcome(),
                    rule.failing(),
                    rule.reason(),
                    rule.criteria().stream().map(Compared::of).toList());
        }
    }

    /**
     * A comparison of a rule.
     *
     * @param text the comparison as written
     * @param value in seconds, fractions or the metric's own unit; null while unknown
     * @param limit in the unit of the value; null while unknown
     */
    record Compared(String metric, String text, @Nullable Double value, @Nullable Double limit) {
        static Compared of(Criterion criterion) {
            return new Compared(criterion.metric(), criterion.text(), criterion.value(), criterion.limit());
        }
    }

    @GetMapping("/{name}/metrics")
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.NOTHING_RECORDED, ProblemType.NO_DATABASE})
    @Operation(
            summary = "The metrics of the newest verdict on a service",
            description =
                    "While a run is active, these are the values of now. Otherwise they are those of the end of the"
                            + " newest run whose verdicts are kept: a pool that no run measures is not judged.",
            operationId = "getMetrics")
    MetricsView metrics(@ServiceName @PathVariable String name) {
        if (catalog.stored(name).isEmpty()) {
            throw ApiProblem.noSuchService(name);
        }
        return recorded.lastVerdict(name)
                .map(it -> MetricsView.of(name, it))
                .orElseThrow(() -> ApiProblem.neverJudged(name));
    }
}
