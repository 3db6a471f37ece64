package dev.redliner.controller.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.ProviderRefusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ClaimedIdentityTest {
    private static ClaimedIdentity with(String... settings) {
        var all = new HashMap<String, String>();
        all.put("oidc.grants[0].group", "/sre");
        all.put("oidc.grants[0].roles", "operator:shop-*,abort-any");
        for (int i = 0; i < settings.length; i += 2) {
            all.put("oidc." + settings[i], settings[i + 1]);
        }
        return new ClaimedIdentity(new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("oidc", Bindable.of(OidcSettings.class)));
    }

    @Test
    void groups_give_the_roles_that_the_settings_grant() {
        Identity caller =
                with().of(Map.of("sub", "1", "preferred_username", "ana", "groups", List.of("/other", "/sre")));
        assertThat(caller.name()).isEqualTo("ana");
        assertThat(caller.roleNames()).isEqualTo("operator:shop-*, abort-any");
    }

    @Test
    void everybody_has_the_default_roles() {
        assertThat(with("default-roles", "viewer").of(Map.of("sub", "1")).roleNames())
                .isEqualTo("viewer");
        assertThatThrownBy(() -> with().of(Map.of("sub", "1")))
                .isInstanceOf(ProviderRefusal.class)
                .hasMessageStartingWith("1 has no role here: no value of the claim 'groups' is granted one");
    }

    @Test
    void a_dot_leads_into_an_object_unless_a_claim_has_the_whole_name() {
        var nested = Map.of("sub", "1", "realm_access", Map.of("roles", List.of("/sre")));
        assertThat(with("roles-claim", "realm_access.roles").of(nested).roleNames())
                .isEqualTo("operator:shop-*, abort-any");
        Map<String, Object> whole = Map.of("sub", "1", "https://redliner.example/groups", "/sre");
        assertThat(with("roles-claim", "https://redliner.example/groups")
                        .of(whole)
                        .roleNames())
                .isEqualTo("operator:shop-*, abort-any");
        assertThatThrownBy(() -> with("roles-claim", "sub.roles").of(Map.of("sub", "1")))
                .hasMessageContaining("has no role here");
    }

    @Test
    void the_claim_of_the_name_can_be_chosen() {
        var claims = Map.<String, Object>of("sub", "1", "email", "ana@shop.example", "groups", "/sre");
        assertThat(with("name-claim", "email").of(claims).name()).isEqualTo("ana@shop.example");
    }
}
