package dev.redliner.redirector.xds;

import com.github.xds.core.v3.TypedExtensionConfig;
import com.github.xds.type.matcher.v3.Matcher;
import com.github.xds.type.matcher.v3.Matcher.MatcherList;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.FieldMatcher;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.Predicate;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate;
import com.github.xds.type.matcher.v3.Matcher.OnMatch;
import com.github.xds.type.matcher.v3.RegexMatcher;
import com.github.xds.type.matcher.v3.StringMatcher;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.UInt32Value;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.UserHash;
import dev.redliner.redirector.share.RuntimeFraction;
import io.envoyproxy.envoy.config.core.v3.RuntimeFractionalPercent;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteList;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.config.route.v3.WeightedCluster;
import io.envoyproxy.envoy.type.matcher.v3.HttpRequestHeaderMatchInput;
import io.envoyproxy.envoy.type.v3.FractionalPercent;
import java.util.List;

/**
 * The routes of a pool that give the SUT its share: of requests at random (back end), or of users by hash (front end:
 * bucket = XXH64(user, seed 0) mod 10000, on the SUT when the bucket is below the share; requests without a user go to
 * the peers, or get the share at random). The baseline is the fraction's default, so that it holds even without a runtime layer.
 *
 * <p>A SUT of several hosts has a single runtime key: each host gets an equal part of the share, fixed in the
 * configuration.
 */
final class ShareRoutes {
    /** Envoy's own default, set explicitly. */
    private static final int ROUTE_TIMEOUT_MS = 15_000;

    private static final int MILLION = 1_000_000;

    private ShareRoutes() {}

    static VirtualHost virtualHost(Pool pool) {
        VirtualHost.Builder host = VirtualHost.newBuilder().setName(pool.name()).addDomains("*");
        return switch (pool.tier()) {
            case BACK_END -> host.addAllRoutes(byRequest(pool)).build();
            case FRONT_END -> byUser(host, pool).build();
        };
    }

    private static List<Route> byRequest(Pool pool) {
        Route sut = route(atRandom(List.copyOf(pool.sutClusters().values()))).toBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/").setRuntimeFraction(fraction(pool)))
                .build();
        return List.of(sut, route(to(pool.restCluster())));
    }

    /**
     * Routes to one of these clusters with equal probability. Envoy draws one number for each request. The request goes
     * to the SUT if that number mod 1,000,000 is below the share. It then goes to the cluster that the same number mod
     * the sum of the weights selects. With weights of 1, neighboring numbers go to different clusters, so that the
     * parts of any share differ by at most a millionth of the traffic. With weights of 500,000, a share of 50% would go
     * entirely to the first of two clusters.
     */
    private static RouteAction.Builder atRandom(List<String> clusters) {
        if (clusters.size() == 1) {
            return to(clusters.get(0));
        }
        WeightedCluster.Builder even = WeightedCluster.newBuilder();
        clusters.forEach(cluster -> even.addClustersBuilder().setName(cluster).setWeight(UInt32Value.of(1)));
        return RouteAction.newBuilder().setWeightedClusters(even);
    }

    private static VirtualHost.Builder byUser(VirtualHost.Builder host, Pool pool) {
        OnMatch sut = sutOfUser(pool, List.copyOf(pool.sutClusters().values()));
        MatcherList.Builder users = MatcherList.newBuilder()
                .addMatchers(user(pool, "bucket", UserHash.SEED_OF_BUCKET, fraction(pool), sut));
        OnMatch others = routed(pool.restCluster());
        switch (pool.withoutUser()) {
            case PEERS -> {}
            case RANDOM -> {
                users.addMatchers(anyUser(pool, others));
                others = byChance(pool);
            }
        }
        UserOfRequest.toRemove(pool).ifPresent(host::addRequestHeadersToRemove);
        return host.setMatcher(Matcher.newBuilder().setMatcherList(users).setOnNoMatch(others));
    }

    /** The action for every request that names a user, also in bytes that are no UTF-8. */
    private static FieldMatcher anyUser(Pool pool, OnMatch then) {
        SinglePredicate named = SinglePredicate.newBuilder()
                .setInput(userOf(pool))
                .setValueMatch(StringMatcher.newBuilder()
                        .setSafeRegex(RegexMatcher.newBuilder()
                                .setGoogleRe2(RegexMatcher.GoogleRE2.getDefaultInstance())
                                .setRegex("\\C+")))
                .build();
        return FieldMatcher.newBuilder()
                .setPredicate(Predicate.newBuilder().setSinglePredicate(named))
                .setOnMatch(then)
                .build();
    }

    private static OnMatch byChance(Pool pool) {
        RouteList.Builder routes = RouteList.newBuilder();
        byRequest(pool).forEach(routes::addRoutes);
        return OnMatch.newBuilder()
                .setAction(extension("chance", routes.build()))
                .build();
    }

    /**
     * Selects the cluster that a user always has while on the SUT: out of n clusters the first one, number i from 1,
     * for which the user's second hash is below i/n.
     */
    private static OnMatch sutOfUser(Pool pool, List<String> clusters) {
        int last = clusters.size() - 1;
        if (last == 0) {
            return routed(clusters.get(0));
        }
        MatcherList.Builder others = MatcherList.newBuilder();
        for (int i = 0; i < last; i++) {
            // no runtime key: this fraction never moves
            RuntimeFractionalPercent part = RuntimeFractionalPercent.newBuilder()
                    .setDefaultValue(FractionalPercent.newBuilder()
                            .setNumerator(MILLION / clusters.size() * (i + 1))
                            .setDenominator(FractionalPercent.DenominatorType.MILLION))
                    .build();
            others.addMatchers(user(pool, "part", UserHash.SEED_WITHIN_SUT, part, routed(clusters.get(i))));
        }
        return OnMatch.newBuilder()
                .setMatcher(Matcher.newBuilder().setMatcherList(others).setOnNoMatch(routed(clusters.get(last))))
                .build();
    }

    /** The action for requests of users with a hash below a fraction. */
    private static FieldMatcher user(
            Pool pool, String name, long seed, RuntimeFractionalPercent fraction, OnMatch then) {
        var hashBelow =
                io.envoyproxy.envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction.newBuilder()
                        .setRuntimeFraction(fraction)
                        .setSeed(seed)
                        .build();
        SinglePredicate user = SinglePredicate.newBuilder()
                .setInput(userOf(pool))
                .setCustomMatch(extension(name, hashBelow))
                .build();
        return FieldMatcher.newBuilder()
                .setPredicate(Predicate.newBuilder().setSinglePredicate(user))
                .setOnMatch(then)
                .build();
    }

    private static TypedExtensionConfig userOf(Pool pool) {
        return extension(
                "user",
                HttpRequestHeaderMatchInput.newBuilder()
                        .setHeaderName(UserOfRequest.header(pool))
                        .build());
    }

    private static OnMatch routed(String cluster) {
        return OnMatch.newBuilder()
                .setAction(extension(cluster, route(to(cluster))))
                .build();
    }

    private static RouteAction.Builder to(String cluster) {
        return RouteAction.newBuilder().setCluster(cluster);
    }

    private static Route route(RouteAction.Builder action) {
        return Route.newBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                .setRoute(action.setTimeout(Durations.fromMillis(ROUTE_TIMEOUT_MS)))
                .build();
    }

    private static RuntimeFractionalPercent fraction(Pool pool) {
        RuntimeFraction baseline = RuntimeFraction.of(pool, pool.baselineShare());
        return RuntimeFractionalPercent.newBuilder()
                .setRuntimeKey(pool.runtimeKey())
                .setDefaultValue(FractionalPercent.newBuilder()
                        .setNumerator(baseline.numerator())
                        .setDenominator(denominator(baseline.denominator())))
                .build();
    }

    private static FractionalPercent.DenominatorType denominator(RuntimeFraction.Denominator denominator) {
        return switch (denominator) {
            case TEN_THOUSAND -> FractionalPercent.DenominatorType.TEN_THOUSAND;
            case MILLION -> FractionalPercent.DenominatorType.MILLION;
        };
    }

    private static TypedExtensionConfig extension(String name, Message config) {
        return TypedExtensionConfig.newBuilder()
                .setName(name)
                .setTypedConfig(Any.pack(config))
                .build();
    }
}
