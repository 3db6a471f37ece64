package dev.redliner.controller.access;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import java.util.EnumSet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The parts of every login with Spring Security: people have a session, and programs send a token with each request. It
 * requires a {@link org.springframework.security.web.SecurityFilterChain}.
 */
@Configuration(proxyBeanMethods = false)
@Conditional(LoginCondition.Required.class)
@EnableWebSecurity
class LoginConfiguration {
    @Bean
    BreakGlass redlinerBreakGlass(AccessSettings settings) {
        return new BreakGlass(settings.breakGlass());
    }

    @Bean
    SecurityContextRepository redlinerSessions() {
        return new HttpSessionSecurityContextRepository();
    }

    @Bean
    LoginChain redlinerLoginChain(
            LoginAnswers answers, SecurityContextRepository sessions, RequestMatcher signed, MeterRegistry meters) {
        return new LoginChain(answers, sessions, signed, meters);
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
