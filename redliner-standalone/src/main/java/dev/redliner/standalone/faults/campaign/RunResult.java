package dev.redliner.standalone.faults.campaign;

import dev.redliner.controller.run.RunState;
import java.time.Duration;
import java.util.List;

/**
 * What came of one run of the campaign.
 *
 * @param plan what was drawn
 * @param struck what happened of it
 * @param ends how the measurements ended, by pool
 * @param gone from the first fault until an Envoy held no share; of those that it held one and that nobody ended later
 * @param silence the longest time that an Envoy held a share after the last order; zero if none
 * @param violations promises that did not hold
 * @param said the ends of all logs, if something did not hold
 */
record RunResult(
        RunPlan plan,
        List<Struck> struck,
        List<RunState> ends,
        List<Duration> gone,
        Duration silence,
        List<Violation> violations,
        String said) {
    RunResult {
        struck = List.copyOf(struck);
        ends = List.copyOf(ends);
        gone = List.copyOf(gone);
        violations = List.copyOf(violations);
    }

    static RunResult broken(RunPlan plan, Violation violation, String said) {
        return new RunResult(plan, List.of(), List.of(), List.of(), Duration.ZERO, List.of(violation), said);
    }
}
