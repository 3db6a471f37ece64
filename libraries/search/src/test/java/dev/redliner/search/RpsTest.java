package dev.redliner.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RpsTest {
    @Test
    void a_load_has_a_tenth_only_where_it_matters() {
        assertThat(Rps.of(800.4)).isEqualTo("800 rps");
        assertThat(Rps.of(42.26)).isEqualTo("42.3 rps");
    }
}
