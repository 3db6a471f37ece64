package dev.redliner.service;

import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.pool.WithoutUser;
import dev.redliner.contracts.redirect.Share;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the section {@code pool:}. */
final class PoolSection {
    private static final Set<String> KEYS =
            Set.of("hosts", "sut", "baselineShare", "maxShare", "userHeader", "userCookie", "withoutUser");
    private static final Map<String, WithoutUser> WITHOUT_USER =
            Map.of("peers", WithoutUser.PEERS, "random", WithoutUser.RANDOM);
    private static final String DEFAULT_USER_HEADER = "x-user-id";

    private final YamlMap map;
    private final DocumentProblems findings;

    private PoolSection(YamlMap map, DocumentProblems findings) {
        this.map = map;
        this.findings = findings;
    }

    static Optional<Pool> read(
            YamlValue value, String name, Tier tier, EnvoySettings envoy, List<Dependency> dependencies) {
        return value.map(KEYS, "hosts, sut and maxShare")
                .flatMap(map -> new PoolSection(map, value.findings()).pool(name, tier, envoy, dependencies));
    }

    private Optional<Pool> pool(String name, Tier tier, EnvoySettings envoy, List<Dependency> dependencies) {
        List<Host> hosts = hosts(envoy.mode());
        List<String> sut = sut(hosts);
        Optional<Share> maxShare = map.required("maxShare", "the most that the SUT may get, such as 60%")
                .flatMap(this::share);
        Optional<Share> baseline = baseline(hosts, sut);
        Optional<String> cookie = userCookie(tier);
        Optional<String> header = userHeader(tier, cookie.isPresent());
        WithoutUser withoutUser = withoutUser(tier);
        if (baseline.isPresent() && maxShare.isPresent() && baseline.get().compareTo(maxShare.get()) > 0) {
            map.value("maxShare")
                    .ifPresent(value -> value.problem(
                            maxShare.get() + " is below the baselineShare of " + baseline.get(),
                            "the ramp goes upwards"));
        }
        if (!findings.none() || baseline.isEmpty() || maxShare.isEmpty()) {
            return Optional.empty();
        }
        return map.self()
                .built(
                        () -> new Pool(
                                name,
                                tier,
                                hosts,
                                sut,
                                baseline.get(),
                                maxShare.get(),
                                header.orElse(null),
                                cookie.orElse(null),
                                withoutUser,
                                envoy,
                                dependencies),
                        null);
    }

    private List<Host> hosts(Mode mode) {
        Optional<YamlValue> value = map.required("hosts", "such as [checkout-1=10.0.0.1:8080, checkout-2=…]");
        List<Host> hosts = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Optional<List<YamlValue>> items = value.flatMap(it -> it.list(false, "such as [checkout-1=10.0.0.1:8080]"));
        for (YamlValue item : items.orElse(List.of())) {
            HostEntry.read(item, mode).ifPresent(host -> {
                if (!seen.add(host.id())) {
                    item.problem("host '" + host.id() + "' is there twice", "each id once");
                }
                hosts.add(host);
            });
        }
        if (items.isPresent() && items.get().size() < 2) {
            value.ifPresent(
                    it -> it.problem("a pool needs two hosts", "the SUT's traffic must be able to go elsewhere"));
        }
        return hosts;
    }

    private List<String> sut(List<Host> hosts) {
        List<String> ids = hosts.stream().map(Host::id).toList();
        List<String> sut = new ArrayList<>();
        Optional<YamlValue> value = map.required("sut", "the ids of the hosts to measure");
        Optional<List<YamlValue>> items = value.flatMap(it -> it.list(true, "the id of a host, or a list"));
        for (YamlValue item : items.orElse(List.of())) {
            item.text("the id of a host").ifPresent(id -> {
                if (!ids.contains(id)) {
                    item.problem("'" + id + "' is none of the hosts", DidYouMean.hint(id, ids));
                } else if (sut.contains(id)) {
                    item.problem("'" + id + "' is there twice", "each id once");
                }
                sut.add(id);
            });
        }
        if (items.isPresent() && items.get().isEmpty()) {
            value.ifPresent(it -> it.problem("no host to measure", "the id of a host"));
        } else if (hosts.size() > 1 && sut.containsAll(ids)) {
            value.ifPresent(it -> it.problem("every host is a SUT", "leave a host for the rest of the traffic"));
        }
        return sut;
    }

    /** The declared baseline share, or by default the SUT's equal share of the pool. */
    private Optional<Share> baseline(List<Host> hosts, List<String> sut) {
        Optional<YamlValue> value = map.value("baselineShare");
        if (value.isEmpty()) {
            boolean known = !sut.isEmpty() && sut.size() <= hosts.size();
            return known ? Optional.of(Share.ofFraction((double) sut.size() / hosts.size())) : Optional.empty();
        }
        return value.flatMap(this::share);
    }

    private Optional<Share> share(YamlValue value) {
        Optional<Double> fraction = value.fraction();
        if (fraction.isPresent() && !(fraction.get() > 0 && fraction.get() <= 1)) {
            value.problem("a share is above 0 and up to 100%", "such as 10%, 1/10 or 0.1");
            return Optional.empty();
        }
        return fraction.map(Share::ofFraction);
    }

    private Optional<String> userCookie(Tier tier) {
        Optional<YamlValue> value = map.value("userCookie");
        Optional<String> cookie = value.flatMap(it -> it.text("a cookie, such as sid"));
        if (tier == Tier.BACK_END) {
            value.ifPresent(it -> it.problem("a back-end pool has no userCookie", "leave it out, or tier: front-end"));
            return Optional.empty();
        }
        cookie.filter(name -> !Pool.isCookieName(name))
                .ifPresent(name -> value.ifPresent(
                        it -> it.problem("'" + name + "' is not the name of a cookie", "letters, digits, -, _ and .")));
        return cookie;
    }

    private WithoutUser withoutUser(Tier tier) {
        Optional<YamlValue> value = map.value("withoutUser");
        if (tier == Tier.BACK_END) {
            value.ifPresent(it -> it.problem("a back-end pool has no users", "leave it out, or tier: front-end"));
            return WithoutUser.PEERS;
        }
        return value.flatMap(it -> it.oneOf(WITHOUT_USER)).orElse(WithoutUser.PEERS);
    }

    private Optional<String> userHeader(Tier tier, boolean byCookie) {
        Optional<YamlValue> value = map.value("userHeader");
        if (byCookie) {
            value.ifPresent(it -> it.problem("users have a userCookie too", "one of the two"));
            return Optional.empty();
        }
        Optional<String> header = value.flatMap(it -> it.text("a request header, such as x-user-id"));
        if (tier == Tier.BACK_END) {
            value.ifPresent(it -> it.problem("a back-end pool has no userHeader", "leave it out, or tier: front-end"));
            return Optional.empty();
        }
        header.filter(name -> !name.matches("[A-Za-z0-9-]{1,64}"))
                .ifPresent(name -> value.ifPresent(
                        it -> it.problem("'" + name + "' is not a header name", "letters, digits and -")));
        return header.or(() -> Optional.of(DEFAULT_USER_HEADER));
    }
}
