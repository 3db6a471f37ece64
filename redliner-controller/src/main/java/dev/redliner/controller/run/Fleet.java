package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the redirectors say of the pool's Envoys.
 *
 * @param byRedirector the newest report of each replica
 * @param arrived when each of them came
 */
record Fleet(Map<String, RedirectReport> byRedirector, Map<String, Instant> arrived) {
    /** A replica that reports once a second and was silent for this long is gone. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    static final Fleet UNKNOWN = new Fleet(Map.of(), Map.of());

    Fleet {
        byRedirector = Map.copyOf(byRedirector);
        arrived = Map.copyOf(arrived);
    }

    Fleet with(RedirectReport report, Instant now) {
        var reports = new LinkedHashMap<>(byRedirector);
        var times = new LinkedHashMap<>(arrived);
        times.values().removeIf(time -> time.plus(SILENT).isBefore(now));
        times.put(report.redirector(), now);
        reports.put(report.redirector(), report);
        reports.keySet().retainAll(times.keySet());
        return new Fleet(reports, times);
    }

    List<EnvoyState> envoys(Instant now) {
        return byRedirector.values().stream()
                .filter(r -> !silent(r, now))
                .flatMap(r -> r.envoys().stream())
                .toList();
    }

    private boolean silent(RedirectReport report, Instant now) {
        Instant time = arrived.get(report.redirector());
        return time == null || time.plus(SILENT).isBefore(now);
    }

    boolean onBaseline(Instant now) {
        var envoys = envoys(now);
        return !envoys.isEmpty() && envoys.stream().allMatch(e -> e.state() == EnvoyState.State.BASELINE);
    }

    /** A sentence that says why {@link #onBaseline} is false. */
    String offBaseline(Instant now) {
        var others = envoys(now).stream()
                .filter(envoy -> envoy.state() != EnvoyState.State.BASELINE)
                .map(EnvoyState::node)
                .distinct()
                .sorted()
                .toList();
        return others.isEmpty() ? RunMessages.noEnvoyConnected() : RunMessages.envoysNotOnBaseline(others);
    }

    boolean acknowledged(Share asked, Instant now) {
        var envoys = envoys(now);
        return !envoys.isEmpty()
                && envoys.stream()
                        .allMatch(e -> e.state() == EnvoyState.State.APPLIED
                                && e.acknowledged().equals(asked));
    }

    /** The lowest share that any of them confirmed. */
    Optional<Share> lowestAcknowledged(Instant now) {
        return envoys(now).stream().map(EnvoyState::acknowledged).min(Share::compareTo);
    }

    Optional<EnvoyState> rejected(Instant now) {
        return envoys(now).stream()
                .filter(e -> e.state() == EnvoyState.State.REJECTED)
                .findFirst();
    }

    /** Whether a replica let this run's lease run out. */
    boolean expired(String run, long token) {
        return byRedirector.values().stream()
                .anyMatch(r -> r.lease() == Lease.EXPIRED && run.equals(r.run()) && r.token() == token);
    }
}
