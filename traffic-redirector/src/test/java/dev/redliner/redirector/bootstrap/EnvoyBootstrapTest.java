package dev.redliner.redirector.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.redirector.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvoyBootstrapTest {

    @Test
    void the_example_says_which_clusters_a_pool_is_split_into() {
        assertThat(example(Samples.host("a", 8_001)))
                .contains("split your pool's cluster into checkout-sut and checkout-rest,");
        assertThat(example(Samples.host("a", 8_001), Samples.host("b.1", 8_002)))
                .contains("split your pool's cluster into checkout-sut-a, checkout-sut-b.1 and checkout-rest,");
    }

    private static String example(Host... suts) {
        return EnvoyBootstrap.yaml(
                Samples.pool("checkout", Tier.BACK_END, Mode.RUNTIME_ONLY, 8_080, List.of(suts), 8_003),
                new BootstrapRequest("envoy-1", "127.0.0.1", 8_779, 9_901, 8_080, false));
    }
}
