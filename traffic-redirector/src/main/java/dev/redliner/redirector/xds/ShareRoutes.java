package dev.redliner.redirector.xds;

import com.github.xds.core.v3.TypedExtensionConfig;
import com.github.xds.type.matcher.v3.Matcher;
import com.github.xds.type.matcher.v3.Matcher.MatcherList;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.FieldMatcher;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.Predicate;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.Predicate.SinglePredicate;
import com.github.xds.type.matcher.v3.Matcher.OnMatch;
import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.share.RuntimeFraction;
import io.envoyproxy.envoy.config.core.v3.RuntimeFractionalPercent;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.RouteMatch;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.type.matcher.v3.HttpRequestHeaderMatchInput;
import io.envoyproxy.envoy.type.v3.FractionalPercent;
import java.util.Objects;

/**
 * How a pool's routes give the SUT its share: of requests at random (back end), or of users by hash (front end: bucket =
 * XXH64(user, seed 0) mod 10000, on the SUT when the bucket is below the share; requests without a user stay on the
 * rest). The baseline is the fraction's default, so that it holds with no runtime layer at all.
 */
final class ShareRoutes {
    /** Envoy's own default, written out. */
    private static final int ROUTE_TIMEOUT_MS = 15_000;

    private ShareRoutes() {}

    static VirtualHost virtualHost(Pool pool) {
        VirtualHost.Builder host = VirtualHost.newBuilder().setName(pool.name()).addDomains("*");
        return switch (pool.tier()) {
            case BACK_END -> byRequest(host, pool).build();
            case FRONT_END -> byUser(host, pool).build();
        };
    }

    private static VirtualHost.Builder byRequest(VirtualHost.Builder host, Pool pool) {
        Route sut = route(pool.sutCluster()).toBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/").setRuntimeFraction(fraction(pool)))
                .build();
        return host.addRoutes(sut).addRoutes(route(pool.restCluster()));
    }

    private static VirtualHost.Builder byUser(VirtualHost.Builder host, Pool pool) {
        var bucketBelowShare =
                io.envoyproxy.envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction.newBuilder()
                        .setRuntimeFraction(fraction(pool))
                        .build();
        SinglePredicate user = SinglePredicate.newBuilder()
                .setInput(extension(
                        "user",
                        HttpRequestHeaderMatchInput.newBuilder()
                                .setHeaderName(Objects.requireNonNull(pool.userHeader(), "userHeader"))
                                .build()))
                .setCustomMatch(extension("bucket", bucketBelowShare))
                .build();
        return host.setMatcher(Matcher.newBuilder()
                .setMatcherList(MatcherList.newBuilder()
                        .addMatchers(FieldMatcher.newBuilder()
                                .setPredicate(Predicate.newBuilder().setSinglePredicate(user))
                                .setOnMatch(to(pool.sutCluster()))))
                .setOnNoMatch(to(pool.restCluster())));
    }

    private static OnMatch to(String cluster) {
        return OnMatch.newBuilder()
                .setAction(extension(cluster, route(cluster)))
                .build();
    }

    private static Route route(String cluster) {
        return Route.newBuilder()
                .setMatch(RouteMatch.newBuilder().setPrefix("/"))
                .setRoute(
                        RouteAction.newBuilder().setCluster(cluster).setTimeout(Durations.fromMillis(ROUTE_TIMEOUT_MS)))
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
