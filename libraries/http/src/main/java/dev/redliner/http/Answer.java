package dev.redliner.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The answer to a request.
 *
 * @param status any status. Redirects are not followed
 * @param headers by their names in lower case; the first of several with one name
 * @param body decompressed; empty if there is none. Of an answer that is not a success, as much as the limit allows
 */
@SuppressWarnings("ArrayRecordComponent")
public record Answer(int status, Map<String, String> headers, byte[] body) {
    public Answer {
        headers = Map.copyOf(headers);
    }

    public boolean isSuccess() {
        return status / 100 == 2;
    }

    /** The header of this name, in any case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The body as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
