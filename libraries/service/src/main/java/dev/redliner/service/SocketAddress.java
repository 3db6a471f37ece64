package dev.redliner.service;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address and port to listen on or connect to.
 *
 * @param host a name or an IP address; an IPv6 address without its brackets
 * @param port from 1 to 65535
 */
record SocketAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");

    /** Parses {@code 10.0.0.1:8080}, {@code host.example:8080} or {@code [::1]:8080}. */
    static Optional<SocketAddress> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(matcher.group(2));
        String host = matcher.group(1).replaceAll("[\\[\\]]", "");
        return port >= 1 && port <= 65_535 ? Optional.of(new SocketAddress(host, port)) : Optional.empty();
    }
}
