package dev.redliner.standalone.restore;

import java.util.Collection;

/** Whether traffic is back on its baseline. */
public enum Restored {
    YES,
    NO,
    UNKNOWN;

    /** The result of several: NO if one is not back, UNKNOWN if one is unknown or if there is none. */
    static Restored all(Collection<Restored> each) {
        if (each.contains(NO)) {
            return NO;
        }
        return each.isEmpty() || each.contains(UNKNOWN) ? UNKNOWN : YES;
    }
}
