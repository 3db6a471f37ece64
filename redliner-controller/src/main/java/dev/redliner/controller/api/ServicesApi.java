package dev.redliner.controller.api;

import dev.redliner.api.PrecisionReport;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.declaration.ServiceDeclarations;
import dev.redliner.controller.declaration.ServiceInUse;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceCatalog.Applied;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.service.InvalidService;
import dev.redliner.service.Precisions;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Operations on services, which are declared as YAML and changed under optimistic locking. */
@RestController
@RequestMapping("/api/v1/services")
@Tag(name = "services")
class ServicesApi {
    private static final String YAML = "application/yaml";
    private static final String TEXT_YAML = "text/yaml";

    private final ServiceCatalog catalog;
    private final ServiceDeclarations declarations;
    private final TrafficHistory history;
    private final InstantSource clock = InstantSource.system();

    ServicesApi(ServiceCatalog catalog, ServiceDeclarations declarations, TrafficHistory history) {
        this.catalog = catalog;
        this.declarations = declarations;
        this.history = history;
    }

    /**
     * The answer to a check of a service file without mistakes. Mistakes are answered with a problem.
     *
     * @param precision the precision that a run can reach at the rate of the last minute, or at several rates if that
     *     rate is not available; null if no rule limits a percentile
     */
    record Checked(String service, int rules, @Nullable PrecisionReport precision) {}

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Services, by name",
            description = "The header Link has the next page.",
            operationId = "listServices")
    ResponseEntity<List<ServiceView>> list(
            @NamesPage.After @RequestParam(required = false) @Nullable String after,
            @NamesPage.Limit @RequestParam(required = false) @Nullable String limit) {
        return NamesPage.answer(
                after,
                limit,
                (name, most) ->
                        catalog.list(name, most).stream().map(ServiceView::of).toList(),
                ServiceView::name);
    }

    @GetMapping(value = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.NO_DATABASE})
    @Operation(summary = "A service as JSON, or as the YAML it was declared with", operationId = "getService")
    ResponseEntity<ServiceView> find(@ServiceName @PathVariable String name) {
        StoredService stored = stored(name);
        return ResponseEntity.ok().eTag(IfMatch.etag(stored.revision())).body(ServiceView.of(stored));
    }

    @GetMapping(
            value = "/{name}",
            produces = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.NO_DATABASE})
    @Operation(summary = "A service as the YAML it was declared with", operationId = "getServiceYaml")
    ResponseEntity<String> yaml(@ServiceName @PathVariable String name) {
        StoredService stored = stored(name);
        return ResponseEntity.ok().eTag(IfMatch.etag(stored.revision())).body(stored.text());
    }

    @PutMapping(
            value = "/{name}",
            consumes = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Operation(summary = "Create or change a service", operationId = "applyService")
    @ApiResponse(responseCode = "200", description = "The service was changed.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "The service was created.", useReturnTypeSchema = true)
    @Fails({ProblemType.SERVICE_IN_USE, ProblemType.STALE_REVISION, ProblemType.INVALID_SERVICE, ProblemType.NO_DATABASE
    })
    ResponseEntity<ServiceView> apply(
            @ServiceName @PathVariable String name,
            @RequestBody String yaml,
            @Revision @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request)
            throws InvalidService, StaleRevision, ServiceInUse {
        Applied applied = declarations.apply(name, yaml, IfMatch.revision(ifMatch), Identity.of(request));
        ResponseEntity.BodyBuilder answer = applied.created()
                ? ResponseEntity.created(URI.create("/api/v1/services/" + name))
                : ResponseEntity.ok();
        return answer.eTag(IfMatch.etag(applied.revision())).body(ServiceView.of(stored(name)));
    }

    @PostMapping(
            value = "/check",
            consumes = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Operation(summary = "Say what is wrong with a service, and store nothing", operationId = "checkService")
    @Fails(ProblemType.INVALID_SERVICE)
    Checked check(@RequestBody String yaml) throws InvalidService {
        ServiceDefinition service = ServiceYaml.parse(null, yaml);
        return new Checked(
                service.name(),
                service.rules().size(),
                Precisions.of(service, lately(service.name())).orElse(null));
    }

    /** Answers as the API describes this path. The other methods of the path apply to a service that is named check. */
    @RequestMapping(path = "/check", method = RequestMethod.OPTIONS)
    @Operation(hidden = true)
    ResponseEntity<Void> checkOptions() {
        return ResponseEntity.ok().allow(HttpMethod.POST, HttpMethod.OPTIONS).build();
    }

    private List<Double> lately(String service) {
        return history.seconds(service, clock.instant()).unbroken().stream()
                .map(Integer::doubleValue)
                .toList();
    }

    @DeleteMapping("/{name}")
    @Operation(
            summary = "Remove a service that is not being measured",
            description = "Envoys keep the listener, routes and clusters that they have from its mode full; see envoy"
                    + " configurations.",
            operationId = "deleteService")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Fails({ProblemType.UNKNOWN_SERVICE, ProblemType.SERVICE_IN_USE, ProblemType.STALE_REVISION, ProblemType.NO_DATABASE
    })
    void delete(
            @ServiceName @PathVariable String name,
            @Revision @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request)
            throws StaleRevision, ServiceInUse {
        if (!declarations.delete(name, IfMatch.revision(ifMatch), Identity.of(request))) {
            throw ApiProblem.noSuchService(name);
        }
    }

    private StoredService stored(String name) {
        return catalog.stored(name).orElseThrow(() -> ApiProblem.noSuchService(name));
    }
}
