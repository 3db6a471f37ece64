package dev.redliner.controller.api;

import dev.redliner.http.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the proxies that authenticate users in front of this server.
 *
 * @param trustedProxies address ranges of these proxies, such as {@code 127.0.0.1/32}
 * @param userHeader the header in which these proxies name the user
 */
@ConfigurationProperties("redliner.controller.access")
public record ProxySettings(
        @DefaultValue List<String> trustedProxies, @DefaultValue("X-Forwarded-User") String userHeader) {
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]+");

    public ProxySettings {
        trustedProxies = List.copyOf(trustedProxies);
        trustedProxies.forEach(AddressRange::parse);
        if (!HEADER.matcher(userHeader).matches()) {
            throw new IllegalArgumentException("user-header '" + userHeader + "' is not the name of a header");
        }
    }

    /** @param address the literal address of a connection */
    boolean trusts(String address) {
        try {
            InetAddress remote = InetAddress.getByName(address);
            return trustedProxies.stream().map(AddressRange::parse).anyMatch(range -> range.contains(remote));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
