package dev.redliner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.type.TypeReference;

/**
 * The headers with which the command proves to a server who calls. A token precedes the login of {@code redliner
 * login}.
 */
final class Credentials {
    /** A token itself. */
    static final String TOKEN = "REDLINER_TOKEN";
    /** A file with a token, so that the token is neither in the environment nor in the list of processes. */
    static final String TOKEN_FILE = "REDLINER_TOKEN_FILE";

    /** A token is replaced so long before it expires. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Map<String, String> environment;
    private final InstantSource clock;
    private final PrivateFile<String> sessions;
    private final PrivateFile<ProviderToken> tokens;

    Credentials(Map<String, String> environment, InstantSource clock) {
        this.environment = environment;
        this.clock = clock;
        this.sessions = new PrivateFile<>(PrivateFile.in(environment, "sessions.json"), new TypeReference<>() {});
        this.tokens = new PrivateFile<>(PrivateFile.in(environment, "tokens.json"), new TypeReference<>() {});
    }

    /** The cookies of sessions, by the address of their server. */
    PrivateFile<String> sessions() {
        return sessions;
    }

    /** The tokens of identity providers, by the address of the server that they are for. */
    PrivateFile<ProviderToken> tokens() {
        return tokens;
    }

    /**
     * The headers for a server; none if nothing is known for it.
     *
     * @throws CliFailure if the token or the file with it cannot be used
     */
    Map<String, String> headers(String server) {
        return token().or(() -> provided(server)).map(Credentials::bearer).orElseGet(() -> session(server));
    }

    /** The token of the identity provider, renewed if it expires. */
    private Optional<String> provided(String server) {
        return tokens.get(server)
                .map(token ->
                        clock.instant().isBefore(token.expiresAt().minus(MARGIN)) ? token : renewed(server, token))
                .map(ProviderToken::access);
    }

    private ProviderToken renewed(String server, ProviderToken old) {
        String refresh = old.refresh();
        if (refresh == null) {
            throw ended();
        }
        var provider = new ProviderClient(clock);
        ProviderClient.Answer answer = provider.post(
                old.endpoint(),
                Map.of("grant_type", "refresh_token", "refresh_token", refresh, "client_id", old.clientId()));
        if (!answer.ok()) {
            throw ended();
        }
        ProviderToken renewed = provider.token(answer, old.endpoint(), old.clientId(), refresh);
        tokens.put(server, renewed);
        return renewed;
    }

    private static CliFailure ended() {
        return new CliFailure(
                ExitCode.REFUSED, "The login at the identity provider has ended. Log in again with 'redliner login'.");
    }

    /** The headers of a saved session; none without one. */
    Map<String, String> session(String server) {
        return sessions.get(server)
                .map(cookie -> Map.of("Cookie", cookie, "Origin", server))
                .orElse(Map.of());
    }

    private static Map<String, String> bearer(String token) {
        return Map.of("Authorization", "Bearer " + token);
    }

    private Optional<String> token() {
        String value = environment.getOrDefault(TOKEN, "");
        if (!value.isBlank()) {
            return Optional.of(checked(TOKEN, value));
        }
        String file = environment.getOrDefault(TOKEN_FILE, "");
        try {
            return file.isBlank()
                    ? Optional.empty()
                    : Optional.of(checked(TOKEN_FILE + " " + file, TextFile.read(Path.of(file))));
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, TOKEN_FILE + ": " + e.getMessage());
        }
    }

    /** A character that no header can have would fail later, with the token in the message. */
    private static String checked(String from, String value) {
        String token = value.strip();
        if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new CliFailure(ExitCode.USAGE, from + " has no token: one line without spaces.");
        }
        return token;
    }
}
