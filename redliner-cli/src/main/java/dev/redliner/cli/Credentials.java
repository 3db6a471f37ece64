package dev.redliner.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The headers with which the command proves to a server who calls. A token precedes the session of {@code redliner
 * login}.
 */
final class Credentials {
    /** A token itself. */
    static final String TOKEN = "REDLINER_TOKEN";
    /** A file with a token, so that the token is neither in the environment nor in the list of processes. */
    static final String TOKEN_FILE = "REDLINER_TOKEN_FILE";

    private final Map<String, String> environment;
    private final Sessions sessions;

    Credentials(Map<String, String> environment) {
        this.environment = environment;
        this.sessions = Sessions.of(environment);
    }

    Sessions sessions() {
        return sessions;
    }

    /**
     * The headers for a server; none if nothing is known for it.
     *
     * @throws CliFailure if the token or the file with it cannot be used
     */
    Map<String, String> headers(String server) {
        return token().map(Credentials::bearer).orElseGet(() -> session(server));
    }

    /** The headers of a saved session; none without one. */
    Map<String, String> session(String server) {
        return sessions.cookie(server)
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
