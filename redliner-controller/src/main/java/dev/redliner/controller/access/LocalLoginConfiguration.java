package dev.redliner.controller.access;

import dev.redliner.controller.settings.DataFolder;
import java.nio.file.Path;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextRepository;

/** The login with the accounts of a file. */
@Configuration(proxyBeanMethods = false)
@Conditional(LoginCondition.Local.class)
class LocalLoginConfiguration {
    @Bean
    Accounts redlinerAccounts(AccessSettings settings, DataFolder data, Environment environment) {
        AccessConfiguration.requireNoProvider(environment);
        Path file = settings.accounts() == null ? data.file("accounts.yaml") : settings.accounts();
        try {
            return new Accounts(file);
        } catch (InvalidAccounts e) {
            throw new InvalidAccess(String.valueOf(e.getMessage()));
        }
    }

    @Bean
    Logins redlinerLogins(Accounts accounts, SecurityContextRepository sessions, AccessSettings settings) {
        return new Logins(
                accounts,
                PasswordEncoderFactories.createDelegatingPasswordEncoder(),
                sessions,
                new LoginThrottle(InstantSource.system()),
                settings.sessionIdle(),
                Logins.PATIENCE);
    }

    @Bean
    SecurityFilterChain redlinerSecurity(
            HttpSecurity http, LoginChain chain, Accounts accounts, BreakGlass breakGlass, Logins logins) {
        OpaqueTokenIntrospector tokens = token -> breakGlass
                .caller(token)
                .or(() -> accounts.token(token).map(account -> new TokenPrincipal(account.identity())))
                .orElseThrow(() -> new BadOpaqueTokenException("no such token"));
        return chain.on(http, logins)
                .oauth2ResourceServer(server -> server.authenticationEntryPoint(chain.entryPoint())
                        .opaqueToken(opaque -> opaque.introspector(tokens)))
                .build();
    }
}
