package dev.redliner.api;

import org.jspecify.annotations.Nullable;

/**
 * Whether the SUT was back at its normal after the restore.
 *
 * @param outcome {@code MET} if it was, {@code NOT_MET} if not within {@code watchedSeconds}, {@code CANNOT_TELL} if
 *     too few requests were seen, or if the peers were as far from their own normal at the end
 * @param seconds from the decision to restore until its median latency, errors and CPU were normal for two seconds; null
 *     if they were not
 * @param watchedSeconds how long the run watched, from the decision to restore, until its end at most
 * @param words the outcome with the values
 */
public record RecoveryReport(MetCheck outcome, @Nullable Double seconds, double watchedSeconds, String words) {}
