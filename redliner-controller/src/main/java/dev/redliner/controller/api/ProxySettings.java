package dev.redliner.controller.api;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the proxies whose word on the user is believed.
 *
 * @param trustedProxies addresses of proxies that authenticate users, such as {@code 127.0.0.1}. Names and networks are
 *     refused
 * @param userHeader the header in which these proxies name the user
 */
@ConfigurationProperties("redliner.controller.access")
public record ProxySettings(
        @DefaultValue List<String> trustedProxies, @DefaultValue("X-Forwarded-User") String userHeader) {
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}([.][0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]+");

    public ProxySettings {
        trustedProxies = List.copyOf(trustedProxies);
        for (String proxy : trustedProxies) {
            if (address(proxy).isEmpty()) {
                throw new IllegalArgumentException(
                        "trusted-proxies has '" + proxy + "', which is not an IP address such as 127.0.0.1");
            }
        }
        if (!HEADER.matcher(userHeader).matches()) {
            throw new IllegalArgumentException("user-header '" + userHeader + "' is not the name of a header");
        }
    }

    Set<InetAddress> addresses() {
        return trustedProxies.stream()
                .flatMap(proxy -> address(proxy).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The address that a literal denotes. No name is looked up. */
    static Optional<InetAddress> address(String literal) {
        boolean ipv4 = IPV4.matcher(literal).matches()
                && Pattern.compile("[.]").splitAsStream(literal).allMatch(part -> Integer.parseInt(part) < 256);
        if (!ipv4 && !IPV6.matcher(literal).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(literal));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
