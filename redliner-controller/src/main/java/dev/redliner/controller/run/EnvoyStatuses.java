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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The reports of the redirectors about the pool's Envoys.
 *
 * @param byRedirector the newest report of each replica
 * @param arrived arrival time of each of these reports
 * @param lost Envoys that were not on their baseline when they were last reported, and that no replica reports now:
 *     time of that report by node id. They may hold a share until the lease runs out
 * @param connected number of Envoys of each node id
 */
record EnvoyStatuses(
        Map<String, RedirectReport> byRedirector,
        Map<String, Instant> arrived,
        Map<String, Instant> lost,
        ConnectedEnvoys connected) {
    /** A replica reports once a second. A replica without a report for this long is considered gone. */
    private static final Duration SILENT = Duration.ofSeconds(5);

    /** Order validity, TTL and clock offset together are never longer: the settings reject longer ones. */
    private static final Duration MAY_HOLD = Duration.ofSeconds(30);

    static final EnvoyStatuses UNKNOWN = new EnvoyStatuses(Map.of(), Map.of(), Map.of(), ConnectedEnvoys.NONE);

    EnvoyStatuses {
        byRedirector = Map.copyOf(byRedirector);
        arrived = Map.copyOf(arrived);
        lost = Map.copyOf(lost);
    }

    EnvoyStatuses with(RedirectReport report, Instant now) {
        var reports = new LinkedHashMap<>(byRedirector);
        var times = new LinkedHashMap<>(arrived);
        times.values().removeIf(time -> time.plus(SILENT).isBefore(now));
        times.put(report.redirector(), now);
        reports.put(report.redirector(), report);
        reports.keySet().retainAll(times.keySet());
        return new EnvoyStatuses(reports, times, lost(reports, now), connected.with(reports.values(), now));
    }

    private Map<String, Instant> lost(Map<String, RedirectReport> reports, Instant now) {
        var nodes = new LinkedHashMap<>(lost);
        byRedirector.forEach((redirector, before) -> before.envoys().stream()
                .filter(envoy -> envoy.state() != EnvoyState.State.BASELINE)
                .forEach(envoy -> nodes.put(envoy.node(), Objects.requireNonNull(arrived.get(redirector)))));
        reports.values().forEach(report -> report.envoys().forEach(envoy -> nodes.remove(envoy.node())));
        nodes.values().removeIf(last -> last.plus(MAY_HOLD).isBefore(now));
        return nodes;
    }

    /** Envoys of silent replicas, and Envoys that no replica reports any more, if their lease may not have run out. */
    private Set<String> mayHold(Instant now) {
        var nodes = new TreeSet<String>();
        lost.forEach((node, last) -> {
            if (last.plus(MAY_HOLD).isAfter(now)) {
                nodes.add(node);
            }
        });
        byRedirector.values().stream()
                .filter(report -> silent(report, now))
                .filter(report -> Objects.requireNonNull(arrived.get(report.redirector()))
                        .plus(MAY_HOLD)
                        .isAfter(now))
                .flatMap(report -> report.envoys().stream())
                .filter(envoy -> envoy.state() != EnvoyState.State.BASELINE)
                .forEach(envoy -> nodes.add(envoy.node()));
        envoys(now).forEach(envoy -> nodes.remove(envoy.node()));
        return nodes;
    }

    /** One entry for each connection that a replica reports. An Envoy that moves may have two entries for a while. */
    List<EnvoyState> envoys(Instant now) {
        return reports(now).stream().flatMap(r -> r.envoys().stream()).toList();
    }

    private List<RedirectReport> reports(Instant now) {
        return byRedirector.values().stream().filter(r -> !silent(r, now)).toList();
    }

    /** The lowest possible number of connected Envoys, by node id. */
    Map<String, Long> fewestConnected(Instant now) {
        return connected.fewest(reports(now), now);
    }

    /** The highest possible number of connected Envoys, by node id. */
    Map<String, Long> mostConnected(Instant now) {
        return ConnectedEnvoys.most(reports(now));
    }

    private boolean silent(RedirectReport report, Instant now) {
        Instant time = arrived.get(report.redirector());
        return time == null || time.plus(SILENT).isBefore(now);
    }

    boolean onBaseline(Instant now) {
        var envoys = envoys(now);
        return !envoys.isEmpty()
                && envoys.stream().allMatch(e -> e.state() == EnvoyState.State.BASELINE)
                && mayHold(now).isEmpty();
    }

    /** The message that explains why {@link #onBaseline} is false. */
    String offBaseline(Instant now) {
        var others = envoys(now).stream()
                .filter(envoy -> envoy.state() != EnvoyState.State.BASELINE)
                .map(EnvoyState::node)
                .distinct()
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            return HoldMessages.envoysNotOnBaseline(others);
        }
        return envoys(now).isEmpty() ? HoldMessages.noEnvoyConnected() : HoldMessages.envoysLost(mayHold(now));
    }

    boolean acknowledged(Share asked, Instant now) {
        var envoys = envoys(now);
        return !envoys.isEmpty()
                && envoys.stream()
                        .allMatch(e -> e.state() == EnvoyState.State.APPLIED
                                && e.acknowledged().equals(asked));
    }

    /** The lowest share that an Envoy confirmed. */
    Optional<Share> lowestAcknowledged(Instant now) {
        return envoys(now).stream().map(EnvoyState::acknowledged).min(Share::compareTo);
    }

    Optional<EnvoyState> rejected(Instant now) {
        return envoys(now).stream()
                .filter(e -> e.state() == EnvoyState.State.REJECTED)
                .findFirst();
    }

    /** Whether the lease of this run ran out at a replica. */
    boolean expired(String run, long token) {
        return byRedirector.values().stream()
                .anyMatch(r -> r.lease() == Lease.EXPIRED && run.equals(r.run()) && r.token() == token);
    }
}
