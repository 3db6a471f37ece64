package dev.redliner.controller.access;

import org.springframework.security.core.AuthenticationException;

/** A login or a token of an identity provider that is not accepted. */
public final class ProviderRefusal extends AuthenticationException {
    private static final long serialVersionUID = 1;

    /** The reason, which determines the answer. */
    public enum Kind {
        /** The provider is needed and does not answer. The same login can succeed later. */
        UNAVAILABLE,
        /** The token or the login is not valid. */
        INVALID,
        /** The caller is known, and has no role here. */
        NO_ROLE
    }

    private final Kind kind;

    /** @param message a sentence for the caller, without any part of a token */
    public ProviderRefusal(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
