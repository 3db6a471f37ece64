package dev.redliner.controller.restore;

import java.util.Map;

/** The runs of this controller whose traffic was not seen back on its baseline in time. */
public interface OverdueRestores {
    /** The states of the Envoys and the observed share of each such run, as a text for users, by run. */
    Map<String, String> alarms();
}
