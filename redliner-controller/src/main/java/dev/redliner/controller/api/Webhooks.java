package dev.redliner.controller.api;

import dev.redliner.controller.access.Identity;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Recognizes senders by the signature of a body: {@code sha256=} and the HMAC-SHA256 in hexadecimal digits. */
final class Webhooks {
    /** The header that GitHub and others use. */
    static final String HEADER = "X-Hub-Signature-256";

    private static final String ALGORITHM = "HmacSHA256";

    private final EventSettings settings;

    Webhooks(EventSettings settings) {
        this.settings = settings;
    }

    /** The requests that have a signature in place of a login. */
    static RequestMatcher requests() {
        RequestMatcher events = PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.POST, "/api/v1/events");
        return request -> events.matches(request) && request.getHeader(HEADER) != null;
    }

    /** The sender of a body; empty if no secret gives this signature. */
    Optional<Identity> sender(byte[] body, String signature) {
        return settings.webhooks().entrySet().stream()
                .filter(webhook -> signed(body, webhook.getValue().secret(), signature))
                .sorted(Map.Entry.comparingByKey())
                .map(webhook -> new Identity(
                        "webhook " + webhook.getKey(),
                        List.of(webhook.getValue().role())))
                .findFirst();
    }

    private static boolean signed(byte[] body, String secret, String signature) {
        byte[] right = ("sha256=" + hex(body, secret)).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(right, signature.strip().getBytes(StandardCharsets.UTF_8));
    }

    private static String hex(byte[] body, String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA256", e);
        }
    }
}
