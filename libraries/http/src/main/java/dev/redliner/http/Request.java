package dev.redliner.http;

import java.net.URI;
import java.util.Map;

/**
 * An HTTP request.
 *
 * @param method such as {@code GET}
 * @param uri http or https, without user and password
 * @param headers the type of the body among them
 * @param body not to be changed afterwards; empty for none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Request(String method, URI uri, Map<String, String> headers, byte[] body) {
    public Request {
        headers = Map.copyOf(headers);
    }

    public static Request get(URI uri, Map<String, String> headers) {
        return new Request("GET", uri, headers, new byte[0]);
    }

    public static Request post(URI uri, Map<String, String> headers, byte[] body) {
        return new Request("POST", uri, headers, body);
    }
}
