package dev.redliner.controller.access;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class AccessConfigurationTest {
    @ParameterizedTest
    @CsvSource({
        "redliner.controller.access.accounts, accounts, local or oidc",
        "redliner.controller.access.break-glass, break-glass, local or oidc",
        "redliner.controller.access.breakGlass, break-glass, local or oidc",
        "redliner.controller.access.oidc.issuer, oidc, oidc"
    })
    void settings_of_a_login_need_a_login(String property, String name, String login) {
        var environment = new MockEnvironment().withProperty(property, "x");
        assertThatThrownBy(() -> AccessConfiguration.requireNoLoginSettings(environment))
                .isInstanceOf(InvalidAccess.class)
                .hasMessage("redliner.controller.access." + name + " is set, but no login is required. Set"
                        + " redliner.controller.access.login=" + login + ", or remove it.");
    }

    @Test
    void settings_of_an_identity_provider_are_refused_where_accounts_of_a_file_log_in() {
        var environment = new MockEnvironment().withProperty("redliner.controller.access.accounts", "x");
        assertThatCode(() -> AccessConfiguration.requireNoProvider(environment)).doesNotThrowAnyException();
        environment.setProperty("redliner.controller.access.oidc.issuer", "x");
        assertThatThrownBy(() -> AccessConfiguration.requireNoProvider(environment))
                .isInstanceOf(InvalidAccess.class)
                .hasMessage("redliner.controller.access.oidc is set, but redliner.controller.access.login is local, so"
                        + " that only the accounts of a file can log in. Set redliner.controller.access.login=oidc, or"
                        + " remove it.");
    }

    @Test
    void without_settings_of_a_login_none_is_needed() {
        var environment = new MockEnvironment().withProperty("redliner.controller.access.login", "none");
        assertThatCode(() -> AccessConfiguration.requireNoLoginSettings(environment))
                .doesNotThrowAnyException();
    }
}
