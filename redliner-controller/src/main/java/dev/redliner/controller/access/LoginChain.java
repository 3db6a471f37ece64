package dev.redliner.controller.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import java.util.Arrays;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CacheControlHeadersWriter;
import org.springframework.security.web.header.writers.DelegatingRequestMatcherHeaderWriter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** The filters of every login: which requests need one, and how those without one are answered. */
public final class LoginChain {
    /** Files without any secret: those that the login page needs, and schemas, which editors load without a login. */
    private static final String[] FILES = {"/login", "/live/*", "/pages/*", "/vendor/**", "/schemas/*"};

    private static final String[] HEALTH = {"/actuator/health", "/actuator/health/*"};

    private final LoginAnswers answers;
    private final SecurityContextRepository sessions;
    private final RequestMatcher signed;
    private final Counter breakGlass;

    /** @param signed requests whose operation checks a signature in place of a login */
    LoginChain(LoginAnswers answers, SecurityContextRepository sessions, RequestMatcher signed, MeterRegistry meters) {
        this.answers = answers;
        this.sessions = sessions;
        this.signed = signed;
        this.breakGlass = Counter.builder("redliner.access.break.glass")
                .description("requests with the break-glass token")
                .register(meters);
    }

    /** Adds the filters. */
    public HttpSecurity on(HttpSecurity http, SessionCallers callers) {
        return http
                // IdentityFilter refuses what other sites send
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .securityContext(context -> context.securityContextRepository(sessions))
                // the guard of all requests sets the others
                .headers(headers -> headers.defaultsDisabled().addHeaderWriter(notCached()))
                .addFilterBefore(new IdentityFilter(callers, answers, breakGlass), AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(
                                DispatcherType.ERROR, DispatcherType.ASYNC, DispatcherType.FORWARD)
                        .permitAll()
                        .requestMatchers(FILES)
                        .permitAll()
                        .requestMatchers(HEALTH)
                        .permitAll()
                        .requestMatchers(HttpMethod.POST, "/api/v1/session")
                        .permitAll()
                        .requestMatchers(HttpMethod.GET, "/api/v1/session/options")
                        .permitAll()
                        .requestMatchers(signed)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(failures -> failures.authenticationEntryPoint(entryPoint())
                        .accessDeniedHandler(
                                (request, response, failure) -> answers.unauthenticated(request, response)));
    }

    /** Answers a request whose caller is unknown. */
    public AuthenticationEntryPoint entryPoint() {
        return (request, response, failure) -> {
            if (failure instanceof ProviderRefusal refusal) {
                answers.refused(response, refusal);
            } else {
                answers.unauthenticated(request, response);
            }
        };
    }

    /** Keeps pages out of the browser's cache, where they could be read after the end of the session. */
    private static HeaderWriter notCached() {
        var paths = PathPatternRequestMatcher.withDefaults();
        RequestMatcher[] files = Arrays.stream(FILES).map(paths::matcher).toArray(RequestMatcher[]::new);
        return new DelegatingRequestMatcherHeaderWriter(
                new NegatedRequestMatcher(new OrRequestMatcher(files)), new CacheControlHeadersWriter());
    }
}
