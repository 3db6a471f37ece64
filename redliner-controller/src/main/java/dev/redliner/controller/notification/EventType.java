package dev.redliner.controller.notification;

import dev.redliner.controller.audit.AuditAction;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The types of events. Their names are part of the interface and never change their meaning. */
public enum EventType {
    /** A run was accepted. */
    RUN_ACCEPTED(AuditAction.RUN_ACCEPTED, false),
    /** A run changed from one state to another. */
    RUN_STATE(AuditAction.RUN_STATE, false),
    /** A run is over. */
    RUN_ENDED(AuditAction.RUN_ENDED, true),
    /** A run was refused. */
    RUN_REFUSED(AuditAction.RUN_REFUSED, true),
    /** The traffic of a run was not seen back on its baseline in time. */
    TRAFFIC_NOT_RESTORED(AuditAction.WEIGHT_NOT_RESTORED, true),
    /** Traffic that was reported as not restored is back. */
    TRAFFIC_RESTORED(AuditAction.WEIGHT_RESTORED, true),
    /** The safety lever was engaged. */
    LEVER_ENGAGED(AuditAction.LEVER_ENGAGED, true),
    /** The safety lever was released. */
    LEVER_RELEASED(AuditAction.LEVER_RELEASED, true),
    /** A person tests a destination. No entry of the audit log leads to it. */
    TEST(null, false);

    private final @Nullable AuditAction action;
    private final boolean usual;

    EventType(@Nullable AuditAction action, boolean usual) {
        this.action = action;
        this.usual = usual;
    }

    /** Whether destinations receive the type if they do not state their types. */
    boolean usual() {
        return usual;
    }

    /** The name in settings, such as {@code run.ended}. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-');
    }

    /** The type of a CloudEvent, such as {@code dev.redliner.run.ended}. */
    String uri() {
        return "dev.redliner." + label();
    }

    static Optional<EventType> ofAudit(String action) {
        return Arrays.stream(values())
                .filter(type -> type.action != null && type.action.label().equals(action))
                .findFirst();
    }

    /** Empty if destinations cannot ask for such a type. */
    static Optional<EventType> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(type -> type != TEST && type.label().equals(label))
                .findFirst();
    }
}
