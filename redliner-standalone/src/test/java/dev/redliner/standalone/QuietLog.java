package dev.redliner.standalone;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Silences the parts while they do in a second what would fill a log for days. */
public final class QuietLog {
    private static final String PARTS = "dev.redliner";

    private QuietLog() {}

    public static void on() {
        set(LogLevel.OFF);
    }

    public static void off() {
        set(LogLevel.INFO);
    }

    private static void set(LogLevel level) {
        LoggingSystem.get(QuietLog.class.getClassLoader()).setLogLevel(PARTS, level);
    }
}
