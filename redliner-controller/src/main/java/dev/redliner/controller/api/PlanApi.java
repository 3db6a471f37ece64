package dev.redliner.controller.api;

import dev.redliner.controller.capacity.HostsPlan;
import dev.redliner.controller.capacity.HostsPlans;
import dev.redliner.controller.capacity.HostsPlans.Planned;
import dev.redliner.controller.capacity.NoPlan;
import dev.redliner.controller.capacity.PlanWish;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How many hosts a service needs. */
@RestController
@RequestMapping("/api/v1/services")
@Tag(name = "services")
class PlanApi {
    private final HostsPlans plans;
    private final InstantSource clock = InstantSource.system();

    PlanApi(HostsPlans plans) {
        this.plans = plans;
    }

    /**
     * A plan of hosts.
     *
     * @param rps the load before its growth, requests per second
     * @param source {@code asked}, {@code declared} (targetRps of the service) or {@code peak} (the busiest five minutes
     *     of the last seven days)
     * @param seenAt start of these minutes; null if the load is of another source
     * @param load the load with its growth, requests per second
     * @param needed hosts with the spare ones, and so many that the others carry the load if a zone fails
     * @param forLoad hosts that carry the load, each at its safe rate
     * @param fewest hosts that carry it if the redline is at the upper end of its interval; null if it has none
     * @param most hosts that carry it if the redline is at the lower end of its interval
     * @param atLeast whether the redline is only known to be at least the measured load, so that fewer hosts may do
     * @param hosts hosts in the pool now; 0 if the definition cannot be read
     * @param safe the safe rate of one host, requests per second
     * @param low lower end of the interval of the redline
     * @param high upper end of the interval of the redline; null if it has none
     * @param run the run that measured it
     * @param measuredAt the end of that run
     */
    record PlanView(
            String service,
            double rps,
            String source,
            @Nullable Instant seenAt,
            double load,
            int needed,
            int forLoad,
            @Nullable Integer fewest,
            int most,
            boolean atLeast,
            int hosts,
            double safe,
            double low,
            @Nullable Double high,
            String run,
            Instant measuredAt) {
        static PlanView of(String service, Planned planned) {
            HostsPlan plan = planned.plan();
            return new PlanView(
                    service,
                    planned.rps(),
                    planned.source().name().toLowerCase(Locale.ROOT),
                    planned.seenAt(),
                    plan.load(),
                    plan.needed(),
                    plan.forLoad(),
                    plan.fewest(),
                    plan.most(),
                    plan.atLeast(),
                    planned.hosts(),
                    plan.safe(),
                    planned.redline().low(),
                    planned.redline().high(),
                    planned.run(),
                    planned.measuredAt());
        }
    }

    @GetMapping("/{name}/plan")
    @Fails({
        ProblemType.BAD_REQUEST,
        ProblemType.UNKNOWN_SERVICE,
        ProblemType.NOTHING_TO_PLAN_WITH,
        ProblemType.NO_DATABASE
    })
    @Operation(
            summary = "The number of hosts that a load needs",
            description = "By the redline of the newest completed run. Without rps, the load is the targetRps of the"
                    + " service, or else the busiest five minutes of the last seven days.",
            operationId = "planHosts")
    PlanView plan(
            @ServiceName @PathVariable String name,
            @Parameter(
                            description = "the load to carry, requests per second",
                            schema = @Schema(type = "number", minimum = "0.001", maximum = "1000000000"))
                    @RequestParam(required = false)
                    @Nullable
                    String rps,
            @Parameter(
                            description = "growth of the load, percent",
                            schema = @Schema(type = "number", minimum = "-99", maximum = "10000", defaultValue = "0"))
                    @RequestParam(required = false)
                    @Nullable
                    String growth,
            @Parameter(
                            description = "hosts that may fail",
                            schema = @Schema(type = "integer", minimum = "0", maximum = "100000", defaultValue = "0"))
                    @RequestParam(required = false)
                    @Nullable
                    String spare,
            @Parameter(
                            description = "number of zones of equal size, of which one may fail; 1: none may",
                            schema = @Schema(type = "integer", minimum = "1", maximum = "100", defaultValue = "1"))
                    @RequestParam(required = false)
                    @Nullable
                    String zones) {
        try {
            return plans.of(name, PlanWish.parse(rps, growth, spare, zones), clock.instant())
                    .map(it -> PlanView.of(name, it))
                    .orElseThrow(() -> ApiProblem.noSuchService(name));
        } catch (NoPlan e) {
            throw ApiProblem.nothingToPlanWith(String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw ApiProblem.badRequest(String.valueOf(e.getMessage()));
        }
    }
}
