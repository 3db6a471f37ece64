package dev.redliner.analyzer.intake;

import java.time.Instant;

/**
 * When a record came, to compare a reporter's clock with.
 *
 * @param arrived when the analyzer read it
 * @param logged when the broker wrote it, if the topic says so ({@code LogAppendTime}) and otherwise when its producer
 *     sent it, by the producer's own clock
 * @param byBroker whether {@code logged} is the broker's
 * @param live whether it was written after the analyzer took the partition; what was before is read again, late
 */
record Stamp(Instant arrived, Instant logged, boolean byBroker, boolean live) {}
