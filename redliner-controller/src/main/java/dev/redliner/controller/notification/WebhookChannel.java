package dev.redliner.controller.notification;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sends a CloudEvent, signed as the Standard Webhooks specification describes: HMAC-SHA256 over {@code id.timestamp.body}.
 */
final class WebhookChannel implements Channel {
    private static final String BASE64_SECRET = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";

    private final HttpPost post;
    private final SecretKeySpec secret;
    private final EventDocument document;
    private final InstantSource clock;

    /** @param secret the bytes of the text, or {@code whsec_} and the bytes in base64 */
    WebhookChannel(HttpPost post, String secret, EventDocument document, InstantSource clock) {
        this.post = post;
        this.secret = new SecretKeySpec(bytes(secret), ALGORITHM);
        this.document = document;
        this.clock = clock;
    }

    /** @throws IllegalArgumentException if the rest after {@code whsec_} is not base64 */
    static byte[] bytes(String secret) {
        return secret.startsWith(BASE64_SECRET)
                ? Base64.getDecoder().decode(secret.substring(BASE64_SECRET.length()))
                : secret.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void send(LifecycleEvent event) throws DeliveryFailed {
        byte[] body = document.bytes(event);
        String timestamp = Long.toString(clock.instant().getEpochSecond());
        post.send(
                Map.of(
                        "Content-Type",
                        EventDocument.TYPE,
                        "webhook-id",
                        event.id(),
                        "webhook-timestamp",
                        timestamp,
                        "webhook-signature",
                        "v1," + signature(event.id() + "." + timestamp + ".", body)),
                body);
    }

    private String signature(String prefix, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(prefix.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HMAC-SHA256", e);
        }
    }

    @Override
    public String address() {
        return post.address();
    }
}
