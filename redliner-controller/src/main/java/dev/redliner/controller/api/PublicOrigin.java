package dev.redliner.controller.api;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * An origin under which browsers reach this server through a proxy, in the form that browsers send: scheme, host, and
 * the port unless it is the default port of the scheme.
 *
 * @param text such as {@code https://redliner.example}
 * @param host such as {@code redliner.example}
 */
record PublicOrigin(String text, String host) {
    /** @throws IllegalArgumentException if the setting is not an origin */
    static PublicOrigin of(String setting) {
        return parse(setting)
                .orElseThrow(() -> new IllegalArgumentException("redliner.controller.web.public-origins: '" + setting
                        + "' is no origin; write scheme and host alone, such as https://redliner.example"));
    }

    /** Empty if the text is not an origin, such as {@code null}, which pages without an origin send. */
    static Optional<PublicOrigin> parse(String origin) {
        try {
            URI uri = URI.create(origin.strip().toLowerCase(Locale.ROOT));
            String scheme = uri.getScheme();
            boolean plain = ("http".equals(scheme) || "https".equals(scheme))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            if (!plain) {
                return Optional.empty();
            }
            int own = "http".equals(scheme) ? 80 : 443;
            String port = uri.getPort() == -1 || uri.getPort() == own ? "" : ":" + uri.getPort();
            return Optional.of(new PublicOrigin(scheme + "://" + uri.getHost() + port, uri.getHost()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
