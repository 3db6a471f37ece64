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
 * The definition of a pool, as needed to control its Envoys and to read their statistics.
 *
 * @param name the service's name: letters, digits, dashes and underscores
 * @param tier how the pool's traffic is shifted
 * @param hosts all hosts of the pool, at least two: other hosts must be able to take the SUT's traffic
 * @param sut the ids of the hosts being measured, at least one; several hosts get equal parts of the share
 * @param baselineShare the SUT's share before and after every run, which Envoys have without an override; above zero, so
 *     that connections stay warm
 * @param maxShare the highest share that an order may ask for
 * @param userHeader for {@link Tier#FRONT_END}: the request header with the user's id; null if the pool has a
 *     {@code userCookie}, or another tier
 * @param userCookie for {@link Tier#FRONT_END}: the cookie with the user's id; null if the pool has a
 *     {@code userHeader}, or another tier
 * @param withoutUser for {@link Tier#FRONT_END}: the routing of requests without a user; {@link WithoutUser#PEERS} in
 *     another tier, and of an older sender
 * @param envoy how the pool's Envoys are controlled
 * @param dependencies what the service depends on and collectors watch, {@value Dependency#MOST} at most; none of an older
 *     sender
 */
public record Pool(
        String name,
        Tier tier,
        List<Host> hosts,
        List<String> sut,
        Share baselineShare,
        Share maxShare,
        @Nullable String userHeader,
        @Nullable String userCookie,
        WithoutUser withoutUser,
        EnvoySettings envoy,
        List<Dependency> dependencies) {
    /** A pool without watched dependencies, whose users are named by a header, if at all. */
    public Pool(
            String name,
            Tier tier,
            List<Host> hosts,
            List<String> sut,
            Share baselineShare,
            Share maxShare,
            @Nullable String userHeader,
            EnvoySettings envoy) {
        this(name, tier, hosts, sut, baselineShare, maxShare, userHeader, null, WithoutUser.PEERS, envoy, List.of());
    }

    /**
     * Envoy's cluster of each host of the SUT, by host id. Each host has its own cluster because Envoy keeps latencies
     * by cluster, not by host.
     */
    public Map<String, String> sutClusters() {
        if (sut.size() == 1) {
            return Map.of(sut.get(0), name + "-sut");
        }
        var clusters = new LinkedHashMap<String, String>();
        sut.forEach(host -> clusters.put(host, name + "-sut-" + host));
        return Collections.unmodifiableMap(clusters);
    }

    /** Envoy's cluster of the peers. */
    public String restCluster() {
        return name + "-rest";
    }

    /** The runtime key that holds the SUT's share. */
    public String runtimeKey() {
        return runtimeKey(name);
    }

    /** The runtime key for a pool name. */
    public static String runtimeKey(String pool) {
        return "redliner." + pool + ".share";
    }

    /** The ids of the hosts that are not being measured. */
    public List<String> peers() {
        return hosts.stream().map(Host::id).filter(id -> !sut.contains(id)).toList();
    }

    /** This pool as Envoys see it. */
    public Pool withoutDependencies() {
        return withHosts(hosts);
    }

    /** This pool as Envoys see it, with other addresses of its hosts. */
    public Pool withHosts(List<Host> others) {
        return new Pool(
                name,
                tier,
                others,
                sut,
                baselineShare,
                maxShare,
                userHeader,
                userCookie,
                withoutUser,
                envoy,
                List.of());
    }

    /** Whether a text is the name of a cookie that Envoys can be configured with. */
    public static boolean isCookieName(String text) {
        return text.matches("[A-Za-z0-9_.-]{1,64}");
    }

    /** Whether another pool identifies users and routes requests without a user in the same way. */
    public boolean namesUsersAs(Pool other) {
        return Objects.equals(userHeader, other.userHeader)
                && Objects.equals(userCookie, other.userCookie)
                && withoutUser == other.withoutUser;
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
        withoutUser = Objects.requireNonNullElse(withoutUser, WithoutUser.PEERS);
        boolean named = userHeader != null || userCookie != null;
        if ((tier == Tier.FRONT_END) != named || userHeader != null && userCookie != null) {
            throw new IllegalArgumentException("a front-end pool needs a userHeader or a userCookie, and only it");
        }
        if (userCookie != null && !isCookieName(userCookie)) {
            throw new IllegalArgumentException(
                    "cookie '" + userCookie + "' is not letters, digits, -, _ and ., 64 at most");
        }
        if (tier == Tier.BACK_END && withoutUser != WithoutUser.PEERS) {
            throw new IllegalArgumentException("a back-end pool has no users");
        }
        Objects.requireNonNull(envoy, "envoy");
        // a pool that was stored before dependencies were watched lacks them, and JSON then gives null
        dependencies = List.copyOf(Objects.requireNonNullElse(dependencies, List.of()));
        if (dependencies.size() > Dependency.MOST) {
            throw new IllegalArgumentException(
                    dependencies.size() + " watched dependencies are more than " + Dependency.MOST);
        }
        var words = new HashSet<String>();
        for (Dependency dependency : dependencies) {
            if (!words.add(dependency.word())) {
                throw new IllegalArgumentException(
                        "two dependencies are " + DependencyMetric.PREFIX + dependency.word() + " in rules");
            }
        }
    }
}
