package dev.redliner.controller.api;

import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.traffic.TrafficHistory;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The traffic of the services' pools, which is recorded independently of runs. */
@RestController
@RequestMapping("/api/v1/services")
@Tag(name = "services")
class TrafficApi {
    /** Outside of this range, databases and calendars disagree about years. */
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final Duration USUAL = Duration.ofDays(1);
    private static final Duration LONGEST = Duration.ofDays(31);

    private final ServiceCatalog catalog;
    private final TrafficHistory history;
    private final InstantSource clock = InstantSource.system();

    TrafficApi(ServiceCatalog catalog, TrafficHistory history) {
        this.catalog = catalog;
        this.history = history;
    }

    @GetMapping("/{name}/traffic")
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.NO_DATABASE})
    @Operation(
            summary = "The traffic of a service's pool",
            description =
                    "By second for the last hour, and in slots of five minutes with mean and peak from one instant to"
                            + " another, 31 days at the most; the last 24 hours if nothing is said. A second that was not"
                            + " counted is null, and a slot in which nothing was counted is left out.",
            operationId = "getServiceTraffic")
    TrafficView traffic(
            @ServiceName @PathVariable String name,
            @Parameter(schema = @Schema(type = "string", format = "date-time"))
                    @RequestParam(required = false)
                    @Nullable
                    String from,
            @Parameter(schema = @Schema(type = "string", format = "date-time"))
                    @RequestParam(required = false)
                    @Nullable
                    String to) {
        if (catalog.stored(name).isEmpty()) {
            throw ApiProblem.noSuchService(name);
        }
        Instant now = clock.instant();
        Instant until = to == null ? now : instant("to", to);
        Instant since = from == null ? until.minus(USUAL) : instant("from", from);
        if (!since.isBefore(until)) {
            throw ApiProblem.badRequest("The parameter 'from' (" + since + ") is not before 'to' (" + until + ").");
        }
        if (Duration.between(since, until).compareTo(LONGEST) > 0) {
            throw ApiProblem.badRequest(
                    "From " + since + " to " + until + " is more than " + LONGEST.toDays() + " days.");
        }
        return TrafficView.of(name, history.seconds(name, now), history.slots(name, since, until));
    }

    private static Instant instant(String name, String value) {
        try {
            Instant instant = Instant.parse(value);
            if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
                throw ApiProblem.badRequest("The parameter '" + name + "' (" + value + ") is not between " + EARLIEST
                        + " and " + LATEST + ".");
            }
            return instant;
        } catch (DateTimeParseException e) {
            throw ApiProblem.badRequest(
                    "The parameter '" + name + "' (" + value + ") is not an instant such as 2026-11-22T14:00:00Z.");
        }
    }
}
