package dev.redliner.controller.access;

import dev.redliner.controller.settings.DataFolder;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumSet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.DelegatingRequestMatcherHeaderWriter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** The login with Spring Security: people have a session, and programs send a token with each request. */
@Configuration(proxyBeanMethods = false)
@Conditional(LoginCondition.Required.class)
@EnableWebSecurity
class LoginConfiguration {
    /** Files without any secret, which the login page needs. */
    private static final String[] FILES = {"/login", "/live/*", "/pages/*", "/vendor/**"};

    private static final String[] HEALTH = {"/actuator/health", "/actuator/health/*"};

    @Bean
    Accounts redlinerAccounts(AccessSettings settings, DataFolder data) {
        Path file = settings.accounts() == null ? data.file("accounts.yaml") : settings.accounts();
        try {
            return new Accounts(file, settings.breakGlass());
        } catch (InvalidAccounts e) {
            throw new InvalidAccess(String.valueOf(e.getMessage()));
        }
    }

    @Bean
    SecurityContextRepository redlinerSessions() {
        return new HttpSessionSecurityContextRepository();
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

    /** @param signed requests whose operation checks a signature in place of a login */
    @Bean
    SecurityFilterChain redlinerSecurity(
            HttpSecurity http,
            Accounts accounts,
            Logins logins,
            LoginAnswers answers,
            SecurityContextRepository sessions,
            RequestMatcher signed,
            MeterRegistry meters) {
        Counter breakGlass = Counter.builder("redliner.access.break.glass")
                .description("requests with the break-glass token")
                .register(meters);
        return http
                // IdentityFilter refuses what other sites send
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .securityContext(context -> context.securityContextRepository(sessions))
                // the guard of all requests sets the others
                .headers(headers -> headers.defaultsDisabled().addHeaderWriter(notCached()))
                .oauth2ResourceServer(server -> server.authenticationEntryPoint(
                                (request, response, failure) -> answers.unauthenticated(request, response))
                        .opaqueToken(tokens -> tokens.introspector(token -> accounts.token(token)
                                .map(TokenPrincipal::new)
                                .orElseThrow(() -> new BadOpaqueTokenException("no such token")))))
                .addFilterBefore(new IdentityFilter(logins, answers, breakGlass), AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ERROR, DispatcherType.ASYNC, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers(FILES)
                        .permitAll()
                        .requestMatchers(HEALTH)
                        .permitAll()
                        .requestMatchers(HttpMethod.POST, "/api/v1/session")
                        .permitAll()
                        .requestMatchers(signed)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(failures -> failures.authenticationEntryPoint(
                                (request, response, failure) -> answers.unauthenticated(request, response))
                        .accessDeniedHandler(
                                (request, response, failure) -> answers.unauthenticated(request, response)))
                .build();
    }

    /** Keeps pages out of the browser's cache, where they could be read after the end of the session. */
    private static HeaderWriter notCached() {
        var paths = PathPatternRequestMatcher.withDefaults();
        RequestMatcher[] files = Arrays.stream(FILES).map(paths::matcher).toArray(RequestMatcher[]::new);
        return new DelegatingRequestMatcherHeaderWriter(
                new NegatedRequestMatcher(new OrRequestMatcher(files)), new CacheControlHeadersWriter());
    }

    /** Without it Spring Boot would register the filter last. */
    @Bean
    FilterRegistrationBean<Filter> redlinerSecurityRegistration(
            @Qualifier("springSecurityFilterChain") Filter security) {
        var registration = new FilterRegistrationBean<>(security);
        registration.setOrder(AccessConfiguration.FILTER_ORDER);
        registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        return registration;
    }

    /**
     * The cookie of a session is not readable by scripts. From other sites it is sent only when a person follows a link
     * to a page, which changes nothing.
     */
    @Bean
    ServletContextInitializer redlinerSessionCookie() {
        return context -> {
            var cookie = context.getSessionCookieConfig();
            cookie.setName("redliner-session");
            cookie.setHttpOnly(true);
            cookie.setPath("/");
            cookie.setAttribute("SameSite", "Lax");
        };
    }
}
