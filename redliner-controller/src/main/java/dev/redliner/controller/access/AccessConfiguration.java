package dev.redliner.controller.access;

import dev.redliner.controller.settings.DataFolder;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/** Who may do what. Without a login the server starts on a loopback address only. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AccessSettings.class, DataFolder.class})
@Import({LoginConfiguration.class, LocalLoginConfiguration.class})
public class AccessConfiguration {
    /** After the filters that check the names of the server and take the user from a proxy. */
    static final int FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 2;

    @Bean
    @Conditional(LoginCondition.NotRequired.class)
    FilterRegistrationBean<OpenAccessFilter> redlinerOpenAccess(ServerProperties server) {
        requireLoopback(server.getAddress());
        var registration = new FilterRegistrationBean<>(new OpenAccessFilter());
        registration.setOrder(FILTER_ORDER);
        return registration;
    }

    /** @param address null: all addresses of the machine */
    static void requireLoopback(@Nullable InetAddress address) {
        if (address == null || !address.isLoopbackAddress()) {
            throw new InvalidAccess("server.address is " + (address == null ? "not set" : address.getHostAddress())
                    + ", so other machines could start runs. Require a login with"
                    + " redliner.controller.access.login=local or oidc, or set server.address to 127.0.0.1.");
        }
    }
}
