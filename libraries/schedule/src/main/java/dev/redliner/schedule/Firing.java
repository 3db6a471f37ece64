package dev.redliner.schedule;

import java.time.Instant;
import java.time.LocalDateTime;

/**
 * A time at which a schedule is due.
 *
 * @param slot the local date and time. A schedule fires once for each slot
 * @param due the instant at which a run is due, jitter included
 */
public record Firing(LocalDateTime slot, Instant due) {}
