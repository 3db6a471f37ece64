package dev.redliner.contracts.pool;

import dev.redliner.contracts.redirect.Share;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a pool: enough to lead its Envoys and to read its statistics.
 *
 * @param name the service's name: letters, digits, dashes and underscores
 * @param tier how its traffic is shifted
 * @param hosts all of its hosts, at least two: the SUT's traffic must be able to go elsewhere
 * @param sut the ids of the hosts being measured, at least one; several get even parts of the share
 * @param baselineShare the SUT's share before and after every run, which the Envoys hold statically; above zero, so
 *     that connections stay warm
 * @param maxShare no order goes beyond it
 * @param userHeader for {@link Tier#FRONT_END}: the request header with the user's id; null otherwise
 * @param envoy how its Envoys are led
 */
public record Pool(
        String name,
        Tier tier,
        List<Host> hosts,
        List<String> sut,
        Share baselineShare,
        Share maxShare,
        @Nullable String userHeader,
        EnvoySettings envoy) {

    /** Envoy's cluster of each host of the SUT, by the host's id: Envoy keeps latencies by cluster, not by host. */
    public Map<String, String> sutClusters() {
        if (sut.size() == 1) {
            return Map.of(sut.get(0), name + "-sut");
        }
        var clusters = new LinkedHashMap<String, String>();
        sut.forEach(host -> clusters.put(host, name + "-sut-" + host));
        return Collections.unmodifiableMap(clusters);
    }

    /** Envoy's cluster of the rest of the pool. */
    public String restCluster() {
        return name + "-rest";
    }

    /** The runtime key that holds the SUT's share. */
    public String runtimeKey() {
        return runtimeKey(name);
    }

    /** The runtime key of the pool of this name. */
    public static String runtimeKey(String pool) {
        return "redliner." + pool + ".share";
    }

    /** The ids of the hosts that are not measured. */
    public List<String> peers() {
        return hosts.stream().map(Host::id).filter(id -> !sut.contains(id)).toList();
    }

    public Pool {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
            throw new IllegalArgumentException("pool name '" + name + "' is not letters, digits, - and _, 63 at most");
        }
        Objects.requireNonNull(tier, "tier");
        hosts = List.copyOf(hosts);
        sut = List.copyOf(sut);
        var ids = new HashSet<String>();
        for (Host host : hosts) {
            if (!ids.add(host.id())) {
                throw new IllegalArgumentException("host " + host.id() + " is there twice");
            }
        }
        if (sut.isEmpty() || !ids.containsAll(sut)) {
            throw new IllegalArgumentException("the SUT " + sut + " is not among the hosts " + ids);
        }
        if (new HashSet<>(sut).size() < sut.size()) {
            throw new IllegalArgumentException("the SUT " + sut + " has a host twice");
        }
        if (sut.size() >= hosts.size()) {
            throw new IllegalArgumentException("a pool needs a host beside its SUT");
        }
        if (baselineShare.millionths() == 0 || baselineShare.compareTo(maxShare) > 0) {
            throw new IllegalArgumentException(
                    "baselineShare " + baselineShare + " is not above 0 and up to maxShare " + maxShare);
        }
        if ((tier == Tier.FRONT_END) != (userHeader != null)) {
            throw new IllegalArgumentException("a front-end pool needs a userHeader, and only it");
        }
        Objects.requireNonNull(envoy, "envoy");
    }
}
