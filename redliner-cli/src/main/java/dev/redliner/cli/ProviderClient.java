package dev.redliner.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** An identity provider, called with time limits. It is reached with https, or on this machine. */
final class ProviderClient {
    private static final Duration TO_CONNECT = Duration.ofSeconds(5);
    private static final Duration TO_ANSWER = Duration.ofSeconds(15);
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    /** Assumed if the provider does not say it. */
    private static final int VALID_SECONDS = 60;

    private final InstantSource clock;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .build();

    ProviderClient(InstantSource clock) {
        this.clock = clock;
    }

    /** An answer in JSON. */
    record Answer(int status, JsonNode body) {
        boolean ok() {
            return status == 200;
        }

        /** The code of an error, or empty. */
        String error() {
            return body.path("error").asString("");
        }
    }

    /** @throws CliFailure if nothing answers in time */
    Answer get(String address) {
        return send(HttpRequest.newBuilder(checked(address)).GET());
    }

    /**
     * Sends a form.
     *
     * @throws CliFailure if nothing answers in time
     */
    Answer post(String address, Map<String, String> fields) {
        String form = new TreeMap<>(fields)
                .entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(checked(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    /** The token of an answer. */
    ProviderToken token(Answer answer, String endpoint, String clientId, @Nullable String refreshBefore) {
        JsonNode body = answer.body();
        String access = body.path("access_token").asString("");
        if (access.isEmpty() || !access.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new CliFailure(ExitCode.USAGE, "The identity provider gave no token.");
        }
        Instant expiresAt = clock.instant().plusSeconds(body.path("expires_in").asInt(VALID_SECONDS));
        String refresh = body.path("refresh_token").asString("");
        return new ProviderToken(access, expiresAt, refresh.isEmpty() ? refreshBefore : refresh, endpoint, clientId);
    }

    private static URI checked(String address) {
        try {
            URI uri = URI.create(address);
            boolean here = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && here)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new CliFailure(
                ExitCode.USAGE,
                "'" + Formats.safe(address) + "' is not an address of an identity provider, which begins with https.");
    }

    private Answer send(HttpRequest.Builder request) {
        HttpRequest sent =
                request.timeout(TO_ANSWER).header("Accept", "application/json").build();
        try {
            HttpResponse<String> answer = http.send(sent, BodyHandlers.ofString(StandardCharsets.UTF_8));
            return new Answer(answer.statusCode(), json(answer.body()));
        } catch (IOException e) {
            throw new CliFailure(
                    ExitCode.USAGE,
                    "The identity provider " + sent.uri().getAuthority() + " does not answer. To end runs and restore,"
                            + " set " + Credentials.TOKEN + " to the break-glass token.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliFailure(ExitCode.USAGE, "interrupted");
        }
    }

    private static JsonNode json(String body) {
        try {
            return Documents.JSON.readTree(body);
        } catch (JacksonException e) {
            return Documents.JSON.createObjectNode();
        }
    }
}
