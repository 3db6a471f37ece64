package dev.redliner.standalone.chaos;

import java.util.List;

/**
 * What came of one virtual run.
 *
 * @param index its number in the campaign
 * @param seconds virtual time
 * @param happened how much happened
 * @param faults what went wrong in it
 * @param ends the states of its measurements at the end
 * @param silences seconds from the last ordered renewal to the baseline, each time that silence ended a share
 * @param lost messages lost by Kafka
 * @param doubled messages doubled by it
 * @param late messages late in it
 * @param violations promises that did not hold
 */
record Outcome(
        long index,
        double seconds,
        long happened,
        List<FaultKind> faults,
        List<String> ends,
        List<Double> silences,
        long lost,
        long doubled,
        long late,
        List<Violation> violations) {
    Outcome {
        faults = List.copyOf(faults);
        ends = List.copyOf(ends);
        silences = List.copyOf(silences);
        violations = List.copyOf(violations);
    }
}
