package dev.redliner.testbench.chaos;

import java.util.List;

/**
 * The outcome of one virtual run.
 *
 * @param index the run's number in the campaign
 * @param seconds virtual time
 * @param happened number of events
 * @param faults the faults in the run
 * @param ends the final states of its measurements
 * @param silences seconds from the last ordered renewal to the baseline, for each time that silence ended a share
 * @param lost number of messages that Kafka lost
 * @param doubled number of messages that Kafka duplicated
 * @param late number of messages that Kafka delayed
 * @param violations promises that did not hold
 */
record RunOutcome(
        long index,
        double seconds,
        long happened,
        List<VirtualFaultKind> faults,
        List<String> ends,
        List<Double> silences,
        long lost,
        long doubled,
        long late,
        List<Violation> violations) {
    RunOutcome {
        faults = List.copyOf(faults);
        ends = List.copyOf(ends);
        silences = List.copyOf(silences);
        violations = List.copyOf(violations);
    }
}
