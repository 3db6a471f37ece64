package dev.redliner.controller.service;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A service as the catalog stores it.
 *
 * @param name its name
 * @param revision counts up from 1 with each change; this is the ETag
 * @param text the YAML as the user wrote it
 * @param updatedAt when it was last changed
 * @param updatedBy the caller that changed it; null if it was not recorded
 */
public record StoredService(String name, long revision, String text, Instant updatedAt, @Nullable String updatedBy) {}
