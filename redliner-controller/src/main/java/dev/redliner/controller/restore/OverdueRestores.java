package dev.redliner.controller.restore;

import java.util.Map;

/** The runs of this controller whose traffic was not seen back on its baseline in time. */
public interface OverdueRestores {
    /** What is known of each run's traffic, for users, by run; empty if no restore is overdue. */
    Map<String, String> alarms();
}
