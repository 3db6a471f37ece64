package dev.redliner.controller.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it is stored.
 *
 * @param name its name
 * @param revision counts up from 1 with each change; this is the ETag
 * @param text the YAML as the user wrote it
 * @param paused whether it fires nothing until it is resumed
 * @param consideredUntil firings that were due until then are stored
 * @param updatedAt when it was last changed
 * @param updatedBy the caller that changed it; null if it was not recorded
 */
public record StoredSchedule(
        String name,
        long revision,
        String text,
        boolean paused,
        Instant consideredUntil,
        Instant updatedAt,
        @Nullable String updatedBy) {}
