package dev.redliner.testbench;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/** Silences the parts in tests that would produce days of logs within a second. */
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
