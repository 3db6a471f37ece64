package dev.redliner.controller.api;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits the entries about refusals in the audit log to {@value #IN_A_MINUTE} a minute for each caller. */
final class RefusalLimit {
    private static final int IN_A_MINUTE = 60;
    private static final int CALLERS = 1_000;

    private final InstantSource clock;
    private final Map<String, Minute> minutes = new LinkedHashMap<>();

    private record Minute(Instant begin, int count) {}

    RefusalLimit(InstantSource clock) {
        this.clock = clock;
    }

    /** Counts a refusal, and returns whether it is within the limit. */
    synchronized boolean admits(String who) {
        Instant now = clock.instant();
        Minute minute = minutes.remove(who);
        if (minute == null || !now.isBefore(minute.begin().plus(Duration.ofMinutes(1)))) {
            minute = new Minute(now, 0);
        }
        minutes.put(who, new Minute(minute.begin(), minute.count() + 1));
        if (minutes.size() > CALLERS) {
            minutes.remove(minutes.keySet().iterator().next());
        }
        return minute.count() < IN_A_MINUTE;
    }
}
