package dev.redliner.controller.access.oidc;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.BreakGlass;
import dev.redliner.controller.access.LoginChain;
import dev.redliner.controller.access.LoginCondition;
import dev.redliner.controller.access.LoginListener;
import dev.redliner.controller.access.LoginOptions;
import dev.redliner.controller.access.SessionCallers;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestRedirectFilter;
import org.springframework.security.oauth2.jwt.JwtDecoderFactory;
import org.springframework.security.web.SecurityFilterChain;

/** The login with an identity provider: people in the browser, and programs with the provider's tokens. */
@Configuration(proxyBeanMethods = false)
@Conditional(LoginCondition.Oidc.class)
@EnableConfigurationProperties(OidcSettings.class)
public class OidcConfiguration {
    @Bean
    ProviderHttp redlinerProviderHttp(OidcSettings settings) {
        OidcCheck.check(settings);
        return new ProviderHttp(settings.timeout());
    }

    @Bean
    IdentityProvider redlinerIdentityProvider(OidcSettings settings, ProviderHttp http) {
        return new IdentityProvider(settings, http.client(), InstantSource.system());
    }

    @Bean
    ProviderKeys redlinerProviderKeys(IdentityProvider provider, OidcSettings settings) {
        return new ProviderKeys(provider, settings.timeout());
    }

    @Bean
    JwtDecoderFactory<ClientRegistration> redlinerIdTokens(ProviderKeys keys, OidcSettings settings) {
        return new IdTokens(keys, settings);
    }

    @Bean
    LoginOptions redlinerLoginOptions(OidcSettings settings) {
        return new LoginOptions(
                settings.issuer(),
                settings.deviceClientId(),
                settings.deviceScopes().isEmpty() ? settings.scopes() : settings.deviceScopes());
    }

    @Bean
    SecurityFilterChain redlinerSecurity(
            HttpSecurity http,
            LoginChain chain,
            BreakGlass breakGlass,
            IdentityProvider provider,
            ProviderKeys keys,
            ProviderHttp providerHttp,
            OidcSettings settings,
            AccessSettings access,
            LoginListener listener) {
        var clock = InstantSource.system();
        SessionCallers callers =
                session -> session instanceof Person person && clock.instant().isBefore(person.until())
                        ? Optional.of(person.identity())
                        : Optional.empty();
        var tokens = new BearerTokens(breakGlass, keys, settings);
        var end = new LoginEnd(listener, access.sessionIdle());
        return chain.on(http, callers)
                .addFilterBefore(new ProviderGate(provider), OAuth2AuthorizationRequestRedirectFilter.class)
                .oauth2ResourceServer(server -> server.authenticationEntryPoint(chain.entryPoint())
                        .authenticationManagerResolver(request -> tokens))
                .oauth2Login(login -> login.loginPage("/login")
                        .clientRegistrationRepository(provider)
                        .authorizedClientRepository(new NoClients())
                        .authorizationEndpoint(
                                endpoint -> endpoint.authorizationRequestRepository(new PendingLogins(clock))
                                        .authorizationRequestResolver(new LoginRequests(provider)))
                        .tokenEndpoint(endpoint -> endpoint.accessTokenResponseClient(providerHttp.tokens()))
                        .userInfoEndpoint(
                                endpoint -> endpoint.oidcUserService(new People(providerHttp, settings, clock)))
                        .successHandler(end)
                        .failureHandler(end))
                .build();
    }
}
