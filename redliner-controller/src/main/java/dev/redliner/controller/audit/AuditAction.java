package dev.redliner.controller.audit;

import java.util.Locale;

/** What can be done. Its {@link #label} is what is stored and never changes its meaning. */
public enum AuditAction {
    /** A run was accepted. */
    RUN_ACCEPTED,
    /** A run was refused. */
    RUN_REFUSED,
    /** A run went from one state to another. */
    RUN_STATE,
    /** Somebody, a rule or a guard wants a run to end. */
    RUN_ABORT,
    /** A run that its controller left behind was taken over, to restore it. */
    RUN_TAKEN_OVER,
    /** A run is over. */
    RUN_ENDED,
    /** Another share was asked of the traffic: before and after it. */
    TRAFFIC_ASKED,
    /** A restored share was not seen in time. */
    WEIGHT_NOT_RESTORED,
    /** It was seen after all. */
    WEIGHT_RESTORED,
    /** The safety lever was engaged. */
    LEVER_ENGAGED,
    /** The safety lever was released. */
    LEVER_RELEASED,
    /** Somebody wants traffic back on its baseline, whatever runs say. */
    RESTORE_ASKED,
    /** What came of that. */
    RESTORE_ENDED,
    /** A service was created or changed. */
    SERVICE_APPLIED,
    /** A service was removed. */
    SERVICE_REMOVED,
    /** Envoys lost the configuration of a service that was removed or is in another mode. */
    SERVICE_WITHDRAWN;

    /** Such as {@code run.accepted}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-');
    }
}
