package dev.redliner.controller.api;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may come in. Redliner listens on the loopback address, where every web page that a user
 * opens can send requests too; none of them may start or abort a run.
 *
 * @param hosts the names by which this server may be called, in lower case, without ports
 * @param maxBody the longest body, in bytes
 */
record RequestGuard(Set<String> hosts, long maxBody) {
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> SAME_SITE = Set.of("same-origin", "none");

    /** Why a request is refused: an HTTP status and words for a person. */
    record Refusal(int status, String detail) {}

    /**
     * What the decision is made of.
     *
     * @param length of the body in bytes; empty if it is not known before it is read
     */
    record Asked(
            String method,
            @Nullable String host,
            @Nullable String origin,
            @Nullable String fetchSite,
            boolean body,
            OptionalLong length) {}

    Optional<Refusal> check(Asked asked) {
        if (asked.host() == null || !hosts.contains(hostOnly(asked.host()))) {
            return Optional.of(new Refusal(
                    403,
                    "this server is not called '" + asked.host()
                            + "'; if it should be, add the name to redliner.controller.web.allowed-hosts"));
        }
        if (READING.contains(asked.method())) {
            return Optional.empty();
        }
        return crossSite(asked)
                ? Optional.of(new Refusal(403, "requests from pages of other sites are refused"))
                : body(asked);
    }

    private static boolean crossSite(Asked asked) {
        boolean otherSite = asked.fetchSite() != null && !SAME_SITE.contains(asked.fetchSite());
        return otherSite || asked.origin() != null && !sameOrigin(asked.origin(), asked.host());
    }

    private static boolean sameOrigin(String origin, @Nullable String host) {
        try {
            String authority = URI.create(origin).getRawAuthority();
            return authority != null && authority.equalsIgnoreCase(host);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Optional<Refusal> body(Asked asked) {
        if (asked.body() && asked.length().isEmpty()) {
            return Optional.of(new Refusal(411, "send the body with its Content-Length"));
        }
        return asked.length().orElse(0) > maxBody
                ? Optional.of(new Refusal(413, "the body is longer than " + maxBody + " bytes"))
                : Optional.empty();
    }

    private static String hostOnly(String host) {
        return host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    }
}
