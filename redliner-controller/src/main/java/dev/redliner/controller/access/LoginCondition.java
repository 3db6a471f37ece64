package dev.redliner.controller.access;

import dev.redliner.controller.access.AccessSettings.Login;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether a login is required. It reads the setting as {@link AccessSettings} does: a comparison of texts would take a
 * value such as {@code "local "} for no login.
 */
public final class LoginCondition {
    private LoginCondition() {}

    private static Login login(ConditionContext context) {
        return Objects.requireNonNullElse(
                Binder.get(context.getEnvironment())
                        .bind("redliner.controller.access.login", Login.class)
                        .orElse(Login.NONE),
                Login.NONE);
    }

    /** Callers must log in. */
    static final class Required implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return login(context) != Login.NONE;
        }
    }

    /** Every caller has every right. */
    static final class NotRequired implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return login(context) == Login.NONE;
        }
    }

    /** Callers have accounts of a file. */
    static final class Local implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return login(context) == Login.LOCAL;
        }
    }

    /** Callers are known to an identity provider. */
    public static final class Oidc implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return login(context) == Login.OIDC;
        }
    }
}
