package dev.redliner.controller.api;

import dev.redliner.controller.journal.RecordedRuns;
import dev.redliner.controller.journal.RecordedRuns.LastVerdict;
import dev.redliner.controller.journal.RecordedRuns.Recorded;
import dev.redliner.controller.service.ServiceCatalog;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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

    @GetMapping("/{name}/metrics")
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.NOTHING_RECORDED, ProblemType.NO_DATABASE})
    @Operation(
            summary = "The metrics of the newest verdict on a service",
            description =
                    "While a run is active, these are the values of now. Otherwise they are those of the end of the"
                            + " newest run whose verdicts are kept: a pool that no run measures is not judged. A metric is"
                            + " in one of three: 'metrics', over a window; 'signals', over the newest tick of the last"
                            + " minute that has it; 'others', which no rule and no signal of the run reads, over the"
                            + " window up to 'othersAt'.",
            operationId = "getMetrics")
    MetricsView metrics(@ServiceName @PathVariable String name) {
        if (catalog.stored(name).isEmpty()) {
            throw ApiProblem.noSuchService(name);
        }
        LastVerdict last = recorded.lastVerdict(name).orElseThrow(() -> ApiProblem.neverJudged(name));
        return MetricsView.of(last, recorded.find(last.run()).flatMap(Recorded::service), name);
    }
}
