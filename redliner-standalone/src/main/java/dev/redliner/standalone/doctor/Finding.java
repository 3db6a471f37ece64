package dev.redliner.standalone.doctor;

import org.jspecify.annotations.Nullable;

/**
 * One finding of the doctor.
 *
 * @param name the thing that is checked
 * @param level the result
 * @param detail the observed state
 * @param fix the remedy, or null if none is needed
 */
record Finding(String name, Level level, String detail, @Nullable String fix) {
    enum Level {
        ok,
        /** Redliner works with less room or less comfort, or after a download. */
        warn,
        /** Redliner does not work without this. */
        missing
    }

    static Finding ok(String name, String detail) {
        return new Finding(name, Level.ok, detail, null);
    }

    static Finding warn(String name, String detail, String fix) {
        return new Finding(name, Level.warn, detail, fix);
    }

    static Finding missing(String name, String detail, String fix) {
        return new Finding(name, Level.missing, detail, fix);
    }
}
