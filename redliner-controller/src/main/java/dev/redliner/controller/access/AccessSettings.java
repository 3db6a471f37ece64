package dev.redliner.controller.access;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the login.
 *
 * @param login whether callers must log in. Without a login the controller starts on a loopback address only
 * @param accounts the file of users, tokens and their roles; default: {@code accounts.yaml} in {@code redliner.data}
 * @param breakGlass the hash of a token that may abort runs, engage the safety lever and restore, also while the
 *     accounts file cannot be read or the identity provider does not answer, such as {@code {sha256}9f86d0...}; {@code redliner accounts token} prints one
 * @param sessionIdle a browser session ends after this time without a request
 */
@ConfigurationProperties("redliner.controller.access")
public record AccessSettings(
        @DefaultValue("none") Login login,
        @Nullable Path accounts,
        @Nullable String breakGlass,
        @DefaultValue("12h") Duration sessionIdle) {
    /** How callers are authenticated. */
    public enum Login {
        /** Not at all. Everyone who reaches the port has every right. */
        NONE,
        /** With the accounts of a file. */
        LOCAL,
        /** With an identity provider that implements OpenID Connect. */
        OIDC
    }

    public AccessSettings {
        if (breakGlass != null && !TokenHash.isValid(breakGlass)) {
            throw new IllegalArgumentException(
                    "redliner.controller.access.break-glass is not the hash of a token, such as"
                            + " {sha256} and 64 hexadecimal digits. 'redliner accounts token' prints one.");
        }
        if (sessionIdle.toMinutes() < 1 || sessionIdle.toDays() > 7) {
            throw new IllegalArgumentException(
                    "redliner.controller.access.session-idle " + sessionIdle + " is not within 1m to 7d");
        }
    }

    /** Whether callers must log in. */
    public boolean required() {
        return login != Login.NONE;
    }
}
