package dev.redliner.standalone.cli;

import org.jspecify.annotations.Nullable;

/**
 * What the doctor found out about one thing.
 *
 * @param name of the thing
 * @param level how it is
 * @param detail what was found
 * @param fix what to do; null if there is nothing to do
 */
record Finding(String name, Level level, String detail, @Nullable String fix) {
    enum Level {
        ok,
        /** It works, with less room or less comfort. */
        warn,
        /** Without it Redliner does not work. */
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
