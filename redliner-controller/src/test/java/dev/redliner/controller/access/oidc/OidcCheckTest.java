package dev.redliner.controller.access.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.access.InvalidAccess;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class OidcCheckTest {
    private static final Map<String, String> RIGHT = Map.of(
            "issuer", "https://id.example/realms/main",
            "client-id", "redliner",
            "client-secret", "hidden",
            "grants[0].group", "sre",
            "grants[0].roles", "operator:shop-*");

    private static OidcSettings settings(String name, String value) {
        var all = new HashMap<String, String>();
        RIGHT.forEach((key, it) -> all.put("oidc." + key, it));
        all.put("oidc." + name, value);
        all.values().removeIf("-"::equals);
        return new Binder(new MapConfigurationPropertySource(all))
                .bindOrCreate("oidc", Bindable.of(OidcSettings.class));
    }

    private static void refused(String name, String value, String sentence) {
        assertThatThrownBy(() -> OidcCheck.check(settings(name, value)))
                .as(name + "=" + value)
                .isInstanceOf(InvalidAccess.class)
                .hasMessageStartingWith("redliner.controller.access.oidc." + sentence)
                .message()
                .doesNotContain("hidden");
    }

    @Test
    void right_settings_are_accepted_and_their_secret_is_not_shown() {
        OidcSettings settings = settings("name-claim", "email");
        OidcCheck.check(settings);
        assertThat(settings.toString()).doesNotContain("hidden");
        OidcCheck.check(settings("issuer", "http://127.0.0.1:9000"));
        assertThat(settings.tokenAudience()).isEqualTo("redliner");
    }

    @Test
    void wrong_settings_are_named_with_a_right_value() {
        refused("issuer", "-", "issuer is not set. It is the address of the identity provider, such as https://");
        refused("issuer", "http://id.example", "issuer is 'http://id.example'. It is an address with https, or");
        refused("issuer", "id.example", "issuer is 'id.example'. It is an address with https");
        refused("issuer", "https://id.example?x=1", "issuer is 'https://id.example?x=1'.");
        refused("issuer", "https://a b", "issuer is 'https://a b'.");
        refused("client-id", "-", "client-id is not set.");
        refused("base-url", "http://redliner.example", "base-url is 'http://redliner.example'.");
        refused("scopes", "profile", "scopes is without openid");
        refused("grants[0].group", "-", "grants[0].group is not set.");
        refused("grants[0].roles", "-", "grants[0].roles is not set");
        refused("grants[0].roles", "root", "grants[0].roles is not valid: 'root' is not a role. The roles are viewer,");
        refused("default-roles", "viewer:shop", "default-roles is not valid: Role 'viewer:shop': viewer cannot be");
        refused("algorithms", "none", "algorithms has 'none'.");
        refused("algorithms", "HS256", "algorithms has 'HS256'. The provider signs with a private key: RS256,");
        refused("clock-skew", "1h", "clock-skew is PT1H, and not within");
        refused("session-max", "5s", "session-max is PT5S, and not within");
        refused("timeout", "60s", "timeout is PT1M, and not within");
    }

    @Test
    void somebody_must_have_a_role() {
        var none = new HashMap<String, String>();
        none.put("oidc.issuer", "https://id.example");
        none.put("oidc.client-id", "redliner");
        OidcSettings settings = new Binder(new MapConfigurationPropertySource(none))
                .bindOrCreate("oidc", Bindable.of(OidcSettings.class));
        assertThatThrownBy(() -> OidcCheck.check(settings))
                .hasMessageContaining("grants and default-roles are empty, so that nobody would have a role.");
    }
}
