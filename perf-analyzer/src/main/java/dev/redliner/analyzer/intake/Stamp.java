package dev.redliner.analyzer.intake;

import java.time.Instant;

/**
 * The times of a record, to compare a reporter's clock with.
 *
 * @param arrived time at which the analyzer read the record
 * @param logged time at which the broker wrote the record, if the topic is configured so ({@code LogAppendTime}), and
 *     otherwise the time of sending by the producer's own clock
 * @param byBroker whether {@code logged} is the broker's time
 * @param live whether the record was written after the analyzer took the partition; older records are read again, late
 */
public record Stamp(Instant arrived, Instant logged, boolean byBroker, boolean live) {}
