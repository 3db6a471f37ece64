package dev.redliner.redirector.xds;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.xds.type.matcher.v3.Matcher;
import com.github.xds.type.matcher.v3.Matcher.MatcherList.FieldMatcher;
import com.github.xds.type.matcher.v3.Matcher.OnMatch;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.redirector.Samples;
import io.envoyproxy.envoy.config.route.v3.Route;
import io.envoyproxy.envoy.config.route.v3.RouteAction;
import io.envoyproxy.envoy.config.route.v3.VirtualHost;
import io.envoyproxy.envoy.config.route.v3.WeightedCluster.ClusterWeight;
import io.envoyproxy.envoy.extensions.matching.input_matchers.runtime_fraction.v3.RuntimeFraction;
import io.envoyproxy.envoy.type.v3.FractionalPercent;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareRoutesTest {
    private static final String KEY = "redliner.checkout.share";

    @Test
    void requests_go_to_the_one_host_by_the_share() {
        VirtualHost host = ShareRoutes.virtualHost(pool(Tier.BACK_END, "a"));
        assertThat(host.getRoutesList()).hasSize(2);
        assertByShare(host.getRoutes(0));
        assertThat(host.getRoutes(0).getRoute().getCluster()).isEqualTo("checkout-sut");
        assertThat(host.getRoutes(1).getRoute().getCluster()).isEqualTo("checkout-rest");
    }

    @Test
    void requests_of_the_share_go_to_each_host_of_a_set_as_often() {
        VirtualHost host = ShareRoutes.virtualHost(pool(Tier.BACK_END, "a", "b.1", "c"));
        assertThat(host.getRoutesList()).hasSize(2);
        assertByShare(host.getRoutes(0));
        RouteAction action = host.getRoutes(0).getRoute();
        assertThat(action.getTimeout()).isEqualTo(host.getRoutes(1).getRoute().getTimeout());
        assertThat(action.getWeightedClusters().getClustersList())
                .extracting(ClusterWeight::getName)
                .containsExactly("checkout-sut-a", "checkout-sut-b.1", "checkout-sut-c");
        assertThat(action.getWeightedClusters().getClustersList())
                .extracting(each -> each.getWeight().getValue())
                .containsOnly(1);
        assertThat(action.getWeightedClusters().getRuntimeKeyPrefix())
                .as("nothing to move them by")
                .isEmpty();
    }

    @Test
    void users_below_the_share_go_to_the_one_host() throws InvalidProtocolBufferException {
        Matcher matcher = ShareRoutes.virtualHost(pool(Tier.FRONT_END, "a")).getMatcher();
        assertThat(cluster(bucket(matcher).getOnMatch())).isEqualTo("checkout-sut");
        assertThat(cluster(matcher.getOnNoMatch())).isEqualTo("checkout-rest");
    }

    @Test
    void users_below_the_share_are_parted_by_another_hash_that_no_runtime_moves()
            throws InvalidProtocolBufferException {
        Matcher matcher =
                ShareRoutes.virtualHost(pool(Tier.FRONT_END, "a", "b.1", "c")).getMatcher();
        assertThat(cluster(matcher.getOnNoMatch())).isEqualTo("checkout-rest");
        Matcher set = bucket(matcher).getOnMatch().getMatcher();
        List<FieldMatcher> parts = set.getMatcherList().getMatchersList();
        assertThat(parts).hasSize(2);
        for (int i = 0; i < 2; i++) {
            RuntimeFraction part = fraction(parts.get(i));
            assertThat(part.getSeed()).isEqualTo(1);
            assertThat(part.getRuntimeFraction().getRuntimeKey()).isEmpty();
            assertThat(part.getRuntimeFraction().getDefaultValue())
                    .isEqualTo(FractionalPercent.newBuilder()
                            .setNumerator(333_333 * (i + 1))
                            .setDenominator(FractionalPercent.DenominatorType.MILLION)
                            .build());
        }
        assertThat(cluster(parts.get(0).getOnMatch())).isEqualTo("checkout-sut-a");
        assertThat(cluster(parts.get(1).getOnMatch())).isEqualTo("checkout-sut-b.1");
        assertThat(cluster(set.getOnNoMatch())).isEqualTo("checkout-sut-c");
    }

    private static void assertByShare(Route route) {
        assertThat(route.getMatch().getRuntimeFraction().getRuntimeKey()).isEqualTo(KEY);
        assertThat(route.getMatch().getRuntimeFraction().getDefaultValue().getNumerator())
                .isEqualTo(100_000);
    }

    /** The single matcher that decides whether a user is on the SUT. */
    private static FieldMatcher bucket(Matcher matcher) throws InvalidProtocolBufferException {
        assertThat(matcher.getMatcherList().getMatchersList()).hasSize(1);
        FieldMatcher bucket = matcher.getMatcherList().getMatchers(0);
        assertThat(fraction(bucket).getSeed()).isZero();
        assertThat(fraction(bucket).getRuntimeFraction().getRuntimeKey()).isEqualTo(KEY);
        return bucket;
    }

    private static RuntimeFraction fraction(FieldMatcher matcher) throws InvalidProtocolBufferException {
        return matcher.getPredicate()
                .getSinglePredicate()
                .getCustomMatch()
                .getTypedConfig()
                .unpack(RuntimeFraction.class);
    }

    private static String cluster(OnMatch then) throws InvalidProtocolBufferException {
        return then.getAction().getTypedConfig().unpack(Route.class).getRoute().getCluster();
    }

    private static Pool pool(Tier tier, String... suts) {
        return Samples.pool(
                "checkout",
                tier,
                Mode.FULL,
                18_080,
                List.of(suts).stream().map(id -> Samples.host(id, 18_081)).toList(),
                18_082);
    }
}
