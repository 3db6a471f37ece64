package dev.redliner.controller.notification;

import dev.redliner.http.AddressRefused;
import dev.redliner.http.Answer;
import dev.redliner.http.ExchangeFailed;
import dev.redliner.http.GuardedHttp;
import dev.redliner.http.Request;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One POST to the address of a destination. */
final class HttpPost {
    /** Statuses below 500 after which a later attempt may succeed. */
    private static final Set<Integer> PASSING = Set.of(408, 421, 425, 429);

    private static final long LONGEST_PAUSE_S = 3_600;

    private final GuardedHttp http;
    private final Duration timeout;
    private final URI uri;

    HttpPost(GuardedHttp http, Duration timeout, URI uri) {
        this.http = http;
        this.timeout = timeout;
        this.uri = uri;
    }

    void send(Map<String, String> headers, byte[] body) throws DeliveryFailed {
        try {
            Answer answer = http.send(Request.post(uri, headers, body), timeout);
            if (!answer.isSuccess()) {
                throw failure(answer);
            }
        } catch (AddressRefused e) {
            throw DeliveryFailed.lasting("refused: " + e.reason());
        } catch (ExchangeFailed e) {
            throw DeliveryFailed.forNow(e.reason(), null);
        }
    }

    private static DeliveryFailed failure(Answer answer) {
        int status = answer.status();
        if (status / 100 == 3) {
            return DeliveryFailed.lasting("answered " + status + "; redirects are not followed");
        }
        String reason = "answered " + status;
        return status / 100 == 4 && !PASSING.contains(status)
                ? DeliveryFailed.lasting(reason)
                : DeliveryFailed.forNow(reason, pause(answer));
    }

    /** Only whole seconds are understood. Without them, the usual pause applies. */
    private static @Nullable Duration pause(Answer answer) {
        return answer.header("Retry-After")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(text -> Duration.ofSeconds(Math.min(LONGEST_PAUSE_S, Long.parseLong(text))))
                .orElse(null);
    }

    /** Host and port only: the path may be a secret. */
    String address() {
        return uri.getScheme() + "://" + uri.getAuthority();
    }
}
