package dev.redliner.controller.access;

import dev.redliner.controller.settings.DataFolder;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Who may do what. Without a login the server starts on a loopback address only. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({AccessSettings.class, DataFolder.class})
@Import({LoginConfiguration.class, LocalLoginConfiguration.class})
public class AccessConfiguration {
    /** After the filters that check the names of the server and take the user from a proxy. */
    static final int FILTER_ORDER = Ordered.HIGHEST_PRECEDENCE + 2;

    private static final String PREFIX = "redliner.controller.access.";
    private static final List<String> LOGIN_SETTINGS = List.of("accounts", "oidc", "break-glass");

    @Bean
    @Conditional(LoginCondition.NotRequired.class)
    FilterRegistrationBean<OpenAccessFilter> redlinerOpenAccess(ServerProperties server, Environment environment) {
        requireLoopback(server.getAddress());
        requireNoLoginSettings(environment);
        var registration = new FilterRegistrationBean<>(new OpenAccessFilter());
        registration.setOrder(FILTER_ORDER);
        return registration;
    }

    /** Settings of a login show that one is meant. Without it, everyone who reaches a proxy could start runs. */
    static void requireNoLoginSettings(Environment environment) {
        Binder binder = Binder.get(environment);
        LOGIN_SETTINGS.stream()
                .filter(name -> isSet(binder, PREFIX + name))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidAccess(PREFIX + name + " is set, but no login is required. Set " + PREFIX
                            + "login=" + (name.equals("oidc") ? "oidc" : "local or oidc") + ", or remove it.");
                });
    }

    /** Settings of an identity provider show that its users are meant, and not the accounts of a file. */
    static void requireNoProvider(Environment environment) {
        if (isSet(Binder.get(environment), PREFIX + "oidc")) {
            throw new InvalidAccess(
                    PREFIX + "oidc is set, but " + PREFIX + "login is local, so that only the accounts of"
                            + " a file can log in. Set " + PREFIX + "login=oidc, or remove it.");
        }
    }

    private static boolean isSet(Binder binder, String name) {
        return binder.bind(name, Bindable.of(String.class)).isBound()
                || binder.bind(name, Bindable.mapOf(String.class, Object.class)).isBound();
    }

    /** @param address null: all addresses of the machine */
    static void requireLoopback(@Nullable InetAddress address) {
        if (address == null || !address.isLoopbackAddress()) {
            throw new InvalidAccess("server.address is " + (address == null ? "not set" : address.getHostAddress())
                    + ", so other machines could start runs. Require a login with " + PREFIX
                    + "login=local or oidc, or set server.address to 127.0.0.1.");
        }
    }
}
