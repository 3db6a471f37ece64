package dev.redliner.controller.audit;

import java.util.Locale;

/** The actions that the audit log records. The {@link #label} of an action is stored and never changes its meaning. */
public enum AuditAction {
    /** A run was accepted. */
    RUN_ACCEPTED,
    /** A run was refused. */
    RUN_REFUSED,
    /** A run changed from one state to another. */
    RUN_STATE,
    /** A user, a rule or a guard requested the end of a run. */
    RUN_ABORT,
    /** A run that its controller left behind was taken over to restore it. */
    RUN_TAKEN_OVER,
    /** A run is over. */
    RUN_ENDED,
    /** The asked share of a pool changed. The entry has the share before and after. */
    TRAFFIC_ASKED,
    /** A restored share was not observed in time. */
    WEIGHT_NOT_RESTORED,
    /** A restored share that was reported as late was observed after all. */
    WEIGHT_RESTORED,
    /** The safety lever was engaged. */
    LEVER_ENGAGED,
    /** The safety lever was released. */
    LEVER_RELEASED,
    /** A user requested the baseline for all traffic, regardless of the runs. */
    RESTORE_ASKED,
    /** The result of {@link #RESTORE_ASKED}. */
    RESTORE_ENDED,
    /** A service was created or changed. */
    SERVICE_APPLIED,
    /** A service was removed. */
    SERVICE_REMOVED,
    /** Envoys lost the configuration of a service that was removed or is in another mode. */
    SERVICE_WITHDRAWN,
    /** A schedule was created or changed. */
    SCHEDULE_APPLIED,
    /** A schedule was removed. */
    SCHEDULE_REMOVED,
    /** A schedule was paused. */
    SCHEDULE_PAUSED,
    /** A paused schedule was resumed. */
    SCHEDULE_RESUMED,
    /** All schedules were paused together. */
    SCHEDULES_PAUSED,
    /** The pause of all schedules ended. */
    SCHEDULES_RESUMED,
    /** A collector was to read an address that it may not connect to. Nothing was sent. The entry has the metric's source. */
    TARGET_BLOCKED,
    /** A user tested a destination of notifications. */
    NOTIFICATION_TESTED,
    /** A user sent an event again that a destination had not received. */
    NOTIFICATION_RETRIED,
    /** A program announced a deploy. */
    DEPLOY_ANNOUNCED,
    /** The events of a calendar changed, on which schedules depend. */
    CALENDAR_CHANGED,
    /** A person logged in. */
    ACCESS_LOGIN,
    /** A request was refused because its caller has no right for it. */
    ACCESS_REFUSED;

    /** The stored name of the action, such as {@code run.accepted}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".").replace('_', '-');
    }
}
