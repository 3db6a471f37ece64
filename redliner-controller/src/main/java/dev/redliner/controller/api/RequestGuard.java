package dev.redliner.controller.api;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request is admitted. Redliner listens on the loopback address, to which every web page that a user
 * opens can send requests too. No such page may start or abort a run, or read the API.
 *
 * <p>{@code Sec-Fetch-Site: same-origin} can only lead to a refusal. It never admits an origin. Suppose that a proxy
 * replaces the Host header, and an attacker's host name is made to resolve to the proxy (DNS rebinding). The attacker's
 * page then has the same origin too. Only its {@code Origin} header distinguishes it from a page of Redliner.
 *
 * <p>Forms are read at the addresses of pages only, and only with an {@code Origin} of this server, because any other
 * site can send a form, even without a script.
 *
 * @param hosts the names under which this server may be called, in lower case, without ports
 * @param origins the origins of its pages behind a proxy, in addition to the name under which it is called
 * @param maxBody the maximum length of a body, in bytes
 */
record RequestGuard(Set<String> hosts, Set<PublicOrigin> origins, long maxBody) {
    private static final String API = "/api/";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final Set<String> SAME_SITE = Set.of("same-origin", "none");

    /** The reason for refusing a request: the type for programs, and the detail for a person. */
    record Refusal(ProblemType type, String detail) {}

    /** Whether a body is declared as a form. */
    enum Form {
        NONE,
        /** Names and values, as the forms of the pages send them. */
        FIELDS,
        /** Parts, such as files. */
        PARTS
    }

    /**
     * The properties of a request that the decision depends on.
     *
     * @param api whether the dispatcher may route the request to the API, in whichever way its path is written
     * @param form how the body is declared
     * @param parameters whether the parameters of the address can be parsed
     * @param length the length of the body in bytes; empty if it cannot be determined before the body is read
     */
    record Asked(
            String method,
            boolean api,
            @Nullable String host,
            @Nullable String origin,
            @Nullable String fetchSite,
            Form form,
            boolean parameters,
            boolean body,
            OptionalLong length) {}

    Optional<Refusal> check(Asked asked) {
        if (asked.host() == null || !hosts.contains(hostOnly(asked.host()))) {
            return Optional.of(new Refusal(
                    ProblemType.FORBIDDEN,
                    "This server is not called '" + asked.host()
                            + "'; if it should be, add the name to redliner.controller.web.allowed-hosts."));
        }
        if (asked.form() != Form.NONE && !isFormOfPage(asked)) {
            return Optional.of(
                    new Refusal(
                            ProblemType.UNSUPPORTED_MEDIA_TYPE,
                            "This server does not read forms here. Send JSON as application/json, and a service as application/yaml."));
        }
        boolean reads = READING.contains(asked.method());
        // a link on another site may lead to a page, because opening a page has no effect
        if (reads && !asked.api()) {
            return readable(asked);
        }
        if (crossSite(asked)) {
            return Optional.of(new Refusal(
                    ProblemType.FORBIDDEN,
                    "Requests from pages of other sites are refused; if this is a page of Redliner behind a proxy, add its"
                            + " origin to redliner.controller.web.public-origins."));
        }
        if (asked.form() != Form.NONE && asked.origin() == null) {
            return Optional.of(new Refusal(
                    ProblemType.FORBIDDEN,
                    "A form needs the header Origin, which browsers send. Programs use the API."));
        }
        return reads ? readable(asked) : body(asked).or(() -> readable(asked));
    }

    private static boolean isFormOfPage(Asked asked) {
        return asked.form() == Form.FIELDS && asked.method().equals("POST") && !asked.api();
    }

    /**
     * Refuses malformed parameters here: Spring and Tomcat parse them even if nothing uses them, and a failure there is
     * a server error.
     */
    private static Optional<Refusal> readable(Asked asked) {
        return asked.parameters()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        ProblemType.BAD_REQUEST,
                        "The parameters cannot be read. Each one is name=value, and other characters than"
                                + " letters, digits, '-', '.', '_' and '~' are percent-encoded UTF-8."));
    }

    /** @param path the decoded path */
    static boolean isApi(String path) {
        return path.startsWith(API);
    }

    private boolean crossSite(Asked asked) {
        boolean otherSite = asked.fetchSite() != null && !SAME_SITE.contains(asked.fetchSite());
        return otherSite || asked.origin() != null && !ownOrigin(asked.origin(), asked.host());
    }

    private boolean ownOrigin(String origin, @Nullable String host) {
        return sameOrigin(origin, host)
                || PublicOrigin.parse(origin).filter(origins::contains).isPresent();
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
            return Optional.of(new Refusal(ProblemType.LENGTH_REQUIRED, "Send the body with its Content-Length."));
        }
        return asked.length().orElse(0) > maxBody
                ? Optional.of(new Refusal(ProblemType.BODY_TOO_LONG, "The body is longer than " + maxBody + " bytes."))
                : Optional.empty();
    }

    private static String hostOnly(String host) {
        return host.replaceFirst(":[0-9]*$", "").toLowerCase(Locale.ROOT);
    }
}
