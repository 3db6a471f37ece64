package dev.redliner.controller.envoys;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The newest report of each redirector about one pool. A replica without a report for five seconds is silent: it is
 * considered gone, and its report is dropped with the next report of another replica.
 *
 * @param byRedirector by the name of the replica
 */
public record NewestReports(Map<String, Arrived> byRedirector) {
    public static final NewestReports NONE = new NewestReports(Map.of());

    /** A replica reports once a second. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    /**
     * A report with the time of its arrival.
     *
     * @param at by the controller's clock
     */
    public record Arrived(RedirectReport report, Instant at) {
        private boolean silent(Instant now) {
            return at.plus(SILENT).isBefore(now);
        }
    }

    public NewestReports {
        byRedirector = Map.copyOf(byRedirector);
    }

    /** Takes a report. It replaces the earlier report of the same replica. */
    public NewestReports with(RedirectReport report, Instant now) {
        var reports = new LinkedHashMap<>(byRedirector);
        reports.values().removeIf(earlier -> earlier.silent(now));
        reports.put(report.redirector(), new Arrived(report, now));
        return new NewestReports(reports);
    }

    /** All reports, those of silent replicas included. */
    public Collection<Arrived> all() {
        return byRedirector.values();
    }

    /** The reports of replicas that are not silent. */
    public List<Arrived> recent(Instant now) {
        return all().stream().filter(arrived -> !arrived.silent(now)).toList();
    }

    /** The reports of replicas that are silent. */
    public List<Arrived> silent(Instant now) {
        return all().stream().filter(arrived -> arrived.silent(now)).toList();
    }

    /**
     * The Envoys of the replicas that are not silent: one entry for each connection. An Envoy that moves to another
     * replica may have two entries for a while.
     */
    public List<EnvoyState> envoys(Instant now) {
        return recent(now).stream()
                .flatMap(arrived -> arrived.report().envoys().stream())
                .toList();
    }
}
