package dev.redliner.controller.web;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditRecord;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.restore.SeenEnvoys;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.controller.traffic.TrafficSeconds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** The state of Redliner's own parts, for the overview: without them a run is refused or ends early. */
@Controller
class OwnPartsPages {
    private static final Logger log = LoggerFactory.getLogger(OwnPartsPages.class);
    private static final int NAMED = 3;

    private final ServiceCatalog catalog;
    private final SeenEnvoys envoys;
    private final TrafficHistory traffic;
    private final PeakTraffic peaks;
    private final AuditTrail audit;
    private final InstantSource clock;

    OwnPartsPages(
            ServiceCatalog catalog,
            SeenEnvoys envoys,
            TrafficHistory traffic,
            PeakTraffic peaks,
            AuditTrail audit,
            InstantSource clock) {
        this.catalog = catalog;
        this.envoys = envoys;
        this.traffic = traffic;
        this.peaks = peaks;
        this.audit = audit;
        this.clock = clock;
    }

    @GetMapping("/parts/own-parts")
    ModelAndView ownParts() {
        return new ModelAndView("overview :: own-parts", "parts", facts(clock.instant()));
    }

    private List<Fact> facts(Instant now) {
        try {
            List<String> services =
                    catalog.list().stream().map(StoredService::name).toList();
            return List.of(connected(services), counted(services, now), logged(now));
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable for the state of the parts: {}", e.getMessage());
            return List.of(new Fact(
                    "Database",
                    "does not answer",
                    "Runs go on and can be aborted. The state of the other parts is not known.",
                    "bad"));
        }
    }

    private Fact connected(List<String> services) {
        Set<String> connected = new TreeSet<>();
        Set<String> away = new TreeSet<>();
        List<String> without = new ArrayList<>();
        for (String service : services) {
            List<EnvoyState> seen = envoys.envoys(service);
            if (seen.isEmpty()) {
                without.add(service);
            }
            for (EnvoyState envoy : seen) {
                connected.add(envoy.node());
                if (envoy.state() != EnvoyState.State.BASELINE) {
                    away.add(envoy.node());
                }
            }
        }
        String shares = away.isEmpty() ? "all on their baseline" : away.size() + " not on their baseline";
        return new Fact(
                "Envoys",
                connected.isEmpty() ? "none is connected" : connected.size() + " connected, " + shares,
                without.isEmpty() ? null : "No redirector reports an Envoy of " + named(without) + ".",
                without.isEmpty() ? "" : "warn");
    }

    private Fact counted(List<String> services, Instant now) {
        List<String> missing =
                services.stream().filter(service -> !complete(service, now)).toList();
        return missing.isEmpty()
                ? Fact.of("Counts of requests", "complete at all Envoys", null)
                : new Fact(
                        "Counts of requests",
                        "missing for " + named(missing),
                        "Collectors read them from the Envoys. Without them a run is refused.",
                        "warn");
    }

    private boolean complete(String service, Instant now) {
        TrafficSeconds seconds = traffic.seconds(service, now);
        boolean before = peaks.of(service, now).isPresent();
        return seconds.isCounted() && CountsHealth.of(service, seconds, before, now) == null;
    }

    private Fact logged(Instant now) {
        Optional<AuditRecord> newest =
                audit.list(OptionalLong.empty(), AuditFilter.ALL, 1).stream().findFirst();
        return newest.map(entry -> Fact.of(
                        "Audit log",
                        Figures.count(entry.seq()) + (entry.seq() == 1 ? " entry" : " entries"),
                        "The newest is " + Figures.age(entry.at(), now) + " old."))
                .orElseGet(() -> Fact.of("Audit log", "no entry", null));
    }

    private static String named(List<String> services) {
        String first = services.stream().limit(NAMED).collect(Collectors.joining(", "));
        return services.size() <= NAMED ? first : first + " and " + (services.size() - NAMED) + " more";
    }
}
