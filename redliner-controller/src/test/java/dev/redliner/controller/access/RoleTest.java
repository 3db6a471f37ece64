package dev.redliner.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoleTest {
    private static Identity with(String... roles) {
        return new Identity("ana", List.of(roles).stream().map(Role::parse).toList());
    }

    @Test
    void a_pattern_stands_for_pools_and_nothing_else() {
        Identity ana = with("operator:shop-*", "operator:till");
        assertThat(ana.may(Right.RUN, "shop-cart")).isTrue();
        assertThat(ana.may(Right.RUN, "till")).isTrue();
        assertThat(ana.may(Right.RUN, "tills")).isFalse();
        assertThat(ana.may(Right.RUN, "my-shop-cart")).isFalse();
        assertThat(ana.may(Right.RUN, "shop")).isFalse();
    }

    @Test
    void rights_for_some_pools_are_no_rights_for_all() {
        Identity ana = with("operator:shop-*");
        assertThat(ana.mayEverywhere(Right.ABORT)).isFalse();
        assertThat(ana.maySomewhere(Right.ABORT)).isTrue();
        assertThat(with("operator:*").mayEverywhere(Right.ABORT)).isTrue();
        assertThat(with("abort-any").mayEverywhere(Right.ABORT)).isTrue();
        assertThat(with("abort-any").maySomewhere(Right.RUN)).isFalse();
        assertThat(with("viewer").maySomewhere(Right.ABORT)).isFalse();
        assertThat(with("admin").mayEverywhere(Right.ADMINISTER)).isTrue();
        assertThat(with("operator", "services").mayEverywhere(Right.ADMINISTER)).isFalse();
    }
}
