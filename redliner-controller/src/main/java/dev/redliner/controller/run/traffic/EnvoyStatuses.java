package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.envoys.NewestReports;
import dev.redliner.controller.envoys.NewestReports.Arrived;
import dev.redliner.controller.run.message.HoldMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The reports of the redirectors about the pool's Envoys.
 *
 * @param reports the newest report of each replica
 * @param lost Envoys that were not on their baseline when they were last reported, and that no replica reports now:
 *     time of that report by node id. They may hold a share until the lease runs out
 * @param connected number of Envoys of each node id
 */
public record EnvoyStatuses(NewestReports reports, Map<String, Instant> lost, ConnectedEnvoys connected) {
    /** Order validity, TTL and clock offset together are never longer: the settings reject longer ones. */
    private static final Duration MAY_HOLD = Duration.ofSeconds(30);

    public static final EnvoyStatuses UNKNOWN = new EnvoyStatuses(NewestReports.NONE, Map.of(), ConnectedEnvoys.NONE);

    public EnvoyStatuses {
        lost = Map.copyOf(lost);
    }

    public EnvoyStatuses with(RedirectReport report, Instant now) {
        NewestReports next = reports.with(report, now);
        return new EnvoyStatuses(next, lost(next, now), connected.with(documents(next.all()), now));
    }

    private Map<String, Instant> lost(NewestReports next, Instant now) {
        var nodes = new LinkedHashMap<>(lost);
        reports.all().forEach(before -> before.report().envoys().stream()
                .filter(envoy -> !envoy.confirmedBaseline())
                .forEach(envoy -> nodes.put(envoy.node(), before.at())));
        next.all().forEach(arrived -> arrived.report().envoys().forEach(envoy -> nodes.remove(envoy.node())));
        nodes.values().removeIf(last -> last.plus(MAY_HOLD).isBefore(now));
        return nodes;
    }

    private static List<RedirectReport> documents(Collection<Arrived> arrived) {
        return arrived.stream().map(Arrived::report).toList();
    }

    /** Envoys of silent replicas, and Envoys that no replica reports any more, if their lease may not have run out. */
    private Set<String> mayHold(Instant now) {
        var nodes = new TreeSet<String>();
        lost.forEach((node, last) -> {
            if (last.plus(MAY_HOLD).isAfter(now)) {
                nodes.add(node);
            }
        });
        reports.silent(now).stream()
                .filter(arrived -> arrived.at().plus(MAY_HOLD).isAfter(now))
                .flatMap(arrived -> arrived.report().envoys().stream())
                .filter(envoy -> !envoy.confirmedBaseline())
                .forEach(envoy -> nodes.add(envoy.node()));
        envoys(now).forEach(envoy -> nodes.remove(envoy.node()));
        return nodes;
    }

    /** One entry for each connection that a replica reports. An Envoy that moves may have two entries for a while. */
    public List<EnvoyState> envoys(Instant now) {
        return reports.envoys(now);
    }

    /** The lowest possible number of connected Envoys, by node id. */
    public Map<String, Long> fewestConnected(Instant now) {
        return connected.fewest(documents(reports.recent(now)), now);
    }

    /** The highest possible number of connected Envoys, by node id. */
    public Map<String, Long> mostConnected(Instant now) {
        return ConnectedEnvoys.most(documents(reports.recent(now)));
    }

    /** Whether every Envoy confirmed that it holds no override, and rejects nothing. A run begins only then. */
    public boolean onBaseline(Instant now) {
        return all(envoy -> envoy.state() == EnvoyState.State.BASELINE, now);
    }

    /** Whether every Envoy confirmed that it holds no override, even if it rejected a listener, route or cluster. */
    public boolean restored(Instant now) {
        return all(EnvoyState::confirmedBaseline, now);
    }

    private boolean all(Predicate<EnvoyState> condition, Instant now) {
        var envoys = envoys(now);
        return mayHold(now).isEmpty() && !envoys.isEmpty() && envoys.stream().allMatch(condition);
    }

    /** The message that explains why {@link #onBaseline} is false. */
    public String offBaseline(Instant now) {
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

    public boolean acknowledged(Share asked, Instant now) {
        var envoys = envoys(now);
        return !envoys.isEmpty()
                && envoys.stream()
                        .allMatch(e -> e.state() == EnvoyState.State.APPLIED
                                && e.acknowledged().equals(asked));
    }

    /** The lowest share that an Envoy confirmed. */
    public Optional<Share> lowestAcknowledged(Instant now) {
        return envoys(now).stream().map(EnvoyState::acknowledged).min(Share::compareTo);
    }

    public Optional<EnvoyState> rejected(Instant now) {
        return envoys(now).stream()
                .filter(e -> e.state() == EnvoyState.State.REJECTED)
                .findFirst();
    }

    /** Whether the lease of this run ran out at a replica. */
    public boolean expired(String run, long token) {
        return documents(reports.all()).stream()
                .anyMatch(r -> r.lease() == Lease.EXPIRED && run.equals(r.run()) && r.token() == token);
    }
}
