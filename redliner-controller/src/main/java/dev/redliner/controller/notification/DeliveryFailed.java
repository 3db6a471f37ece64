package dev.redliner.controller.notification;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A destination did not take an event. */
final class DeliveryFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean lasting;
    private final @Nullable Duration retryAfter;

    private DeliveryFailed(String reason, boolean lasting, @Nullable Duration retryAfter) {
        super(reason);
        this.reason = reason;
        this.lasting = lasting;
        this.retryAfter = retryAfter;
    }

    /** @param retryAfter the pause that the destination asks for; null if it asks for none */
    static DeliveryFailed forNow(String reason, @Nullable Duration retryAfter) {
        return new DeliveryFailed(reason, false, retryAfter);
    }

    /** The destination refuses this event, and would refuse it again. */
    static DeliveryFailed lasting(String reason) {
        return new DeliveryFailed(reason, true, null);
    }

    String reason() {
        return reason;
    }

    boolean lasting() {
        return lasting;
    }

    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }
}
