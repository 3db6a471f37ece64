package dev.redliner.controller.api;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.declaration.ServiceInUse;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.restore.SeenEnvoys;
import dev.redliner.controller.service.CatalogSnapshot;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceCatalog.UnreadablePool;
import dev.redliner.controller.service.StaleRevision;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The listeners, routes and clusters that Envoys have from Redliner. Only an explicit withdrawal removes them. */
@RestController
@RequestMapping("/api/v1/envoy-configurations")
@Tag(name = "envoy configurations")
class EnvoyConfigurationsApi {
    private final ServiceCatalog catalog;
    private final SeenEnvoys envoys;
    private final Runs runs;
    private final AuditLog audit;

    EnvoyConfigurationsApi(ServiceCatalog catalog, SeenEnvoys envoys, Runs runs, AuditLog audit) {
        this.catalog = catalog;
        this.envoys = envoys;
        this.runs = runs;
        this.audit = audit;
    }

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "All configurations that Envoys have from Redliner, also those of deleted services",
            operationId = "listEnvoyConfigurations")
    List<EnvoyConfiguration> list() {
        return configurations()
                .sorted(Comparator.comparing(EnvoyConfiguration::service))
                .toList();
    }

    @GetMapping("/{service}")
    @Fails({ProblemType.NO_ENVOY_CONFIGURATION, ProblemType.NO_DATABASE})
    @Operation(
            summary = "The configuration that the Envoys of a service have from Redliner",
            operationId = "getEnvoyConfiguration")
    ResponseEntity<EnvoyConfiguration> find(@ServiceName @PathVariable String service) {
        EnvoyConfiguration found = configuration(service);
        return answer(found);
    }

    @DeleteMapping("/{service}")
    @Fails({
        ProblemType.NO_ENVOY_CONFIGURATION,
        ProblemType.SERVICE_DECLARED,
        ProblemType.SERVICE_IN_USE,
        ProblemType.NOT_CONFIRMED,
        ProblemType.STALE_REVISION,
        ProblemType.NO_DATABASE
    })
    @Operation(
            summary = "Take frozen listeners, routes and clusters away from Envoys",
            description = "Only for a service that was deleted or that is no longer in mode full. Envoys that are not"
                    + " connected lose theirs when they connect. Traffic through these listeners fails from then on.",
            operationId = "withdrawEnvoyConfiguration")
    ResponseEntity<EnvoyConfiguration> withdraw(
            @ServiceName @PathVariable String service,
            @Parameter(description = "the name of the service, to confirm") @RequestParam(required = false) @Nullable
                    String confirm,
            @Revision @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request)
            throws StaleRevision, ServiceInUse {
        String who = Caller.with(Right.CONFIGURE, service, request);
        EnvoyConfiguration found = configuration(service);
        if (found.state() == EnvoyConfiguration.State.DECLARED) {
            throw ApiProblem.declaredInFull(service);
        }
        ServiceInUse.requireNone(runs, service);
        if (!service.equals(confirm)) {
            throw ApiProblem.notConfirmed(service, found.loss());
        }
        if (!catalog.withdraw(service, IfMatch.revision(ifMatch), who)) {
            throw ApiProblem.noSuchConfiguration(service);
        }
        audit.record(new AuditEntry(who, AuditAction.SERVICE_WITHDRAWN, service, found.words(), "", found.loss()));
        return ResponseEntity.ok(found);
    }

    private EnvoyConfiguration configuration(String service) {
        return configurations()
                .filter(found -> found.service().equals(service))
                .findFirst()
                .orElseThrow(() -> ApiProblem.noSuchConfiguration(service));
    }

    private Stream<EnvoyConfiguration> configurations() {
        CatalogSnapshot all = catalog.snapshot();
        return Stream.concat(
                all.pools().stream().flatMap(pool -> of(pool).stream()),
                all.unreadablePools().stream().map(this::of));
    }

    private EnvoyConfiguration of(UnreadablePool pool) {
        return EnvoyConfiguration.of(pool, envoys.envoys(pool.name()));
    }

    private Optional<EnvoyConfiguration> of(PoolRecord pool) {
        return EnvoyConfiguration.of(pool, envoys.envoys(pool.name()));
    }

    private static ResponseEntity<EnvoyConfiguration> answer(EnvoyConfiguration found) {
        return ResponseEntity.ok().eTag(IfMatch.etag(found.revision())).body(found);
    }
}
