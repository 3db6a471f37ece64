package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunState;
import java.time.Duration;
import java.util.List;

/**
 * The outcome of one run of the campaign.
 *
 * @param plan the plan that was drawn
 * @param struck the faults that happened
 * @param ends the final states of the measurements, by pool
 * @param gone time from the first fault until an Envoy held no share; only for Envoys that held one, and for runs that
 *     the campaign did not abort
 * @param silence the longest time that an Envoy held a share after the last order, or zero if none
 * @param violations promises that did not hold
 * @param said the ends of all logs, if a promise did not hold
 */
record RunResult(
        RunPlan plan,
        List<InjectedFault> struck,
        List<RunState> ends,
        List<Duration> gone,
        Duration silence,
        List<LiveViolation> violations,
        String said) {
    RunResult {
        struck = List.copyOf(struck);
        ends = List.copyOf(ends);
        gone = List.copyOf(gone);
        violations = List.copyOf(violations);
    }

    static RunResult broken(RunPlan plan, LiveViolation violation, String said) {
        return new RunResult(plan, List.of(), List.of(), List.of(), Duration.ZERO, List.of(violation), said);
    }
}
