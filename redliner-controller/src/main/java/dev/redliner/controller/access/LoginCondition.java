package dev.redliner.controller.access;

import dev.redliner.controller.access.AccessSettings.Login;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether a login is required. It reads the setting as {@link AccessSettings} does: a comparison of texts would take a
 * value such as {@code "local "} for no login.
 */
final class LoginCondition {
    private LoginCondition() {}

    private static boolean required(Environment environment) {
        return Binder.get(environment)
                        .bind("redliner.controller.access.login", Login.class)
                        .orElse(Login.NONE)
                != Login.NONE;
    }

    /** Callers must log in. */
    static final class Required implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return required(context.getEnvironment());
        }
    }

    /** Every caller has every right. */
    static final class NotRequired implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !required(context.getEnvironment());
        }
    }
}
