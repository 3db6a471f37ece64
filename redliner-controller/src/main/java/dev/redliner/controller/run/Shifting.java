package dev.redliner.controller.run;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.message.EndMessages;
import dev.redliner.controller.run.message.ProgressMessages;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Carries out the plan of the search: another share for the SUT, or the end of the run. */
final class Shifting {
    private Shifting() {}

    /** Follows the plan if it changed. */
    static void follow(RunDraft run, Plan plan, Instant now) {
        follow(run, plan, run.facts.pool().maxShare(), now);
    }

    /**
     * Follows the plan if it changed.
     *
     * @param most limit for the share, regardless of the plan
     */
    static void follow(RunDraft run, Plan plan, Share most, Instant now) {
        if (plan instanceof Plan.Done done) {
            run.remarks.addAll(Measurement.of(run.steps).reasons());
            Optional<String> limit = Measurement.limitOfEnvoys(run.steps, done.redline());
            run.redline = limit.isPresent() ? null : done.redline();
            run.end(limit.isPresent() ? RunState.INCONCLUSIVE : RunState.COMPLETED, limit.orElse(done.why()), now);
        } else if (plan instanceof Plan.GivenUp given) {
            RunState how = run.state == RunState.BASELINING ? RunState.REFUSED : RunState.INCONCLUSIVE;
            run.end(how, given.why(), now);
        } else if (plan instanceof Plan.Probe probe && probe.number() != plannedNumber(run)) {
            shift(run, probe, most, now);
        }
    }

    /** The number of the probe that the last step belongs to. */
    private static int plannedNumber(RunDraft run) {
        Step last = run.step();
        return last == null ? 0 : last.probe();
    }

    private static void shift(RunDraft run, Plan.Probe probe, Share most, Instant now) {
        double pool = run.observations.traffic().rps().orElse(0.0);
        if (!(pool > 0)) {
            run.end(RunState.INCONCLUSIVE, EndMessages.noTraffic(), now);
            return;
        }
        Share wanted = run.facts.shareFor(probe.load(), pool);
        Share asked = wanted.compareTo(most) > 0 ? most : wanted;
        if (run.dryRun) {
            run.end(RunState.READY, EndMessages.dryRunPassed(asked, probe.load(), run.facts.hosts()), now);
            return;
        }
        String why = probe.why();
        run.endStep(why, now);
        if (run.steps.isEmpty()) {
            run.observations = run.observations.withFullPatience(now);
        }
        run.steps.add(Step.asked(run.steps.size() + 1, probe.number(), probe.stage(), now, probe.load(), asked, why));
        run.observations = run.observations.with(Evidence.NONE);
        run.decided = why;
        run.enter(stateOf(run, probe.stage()), now);
        run.orders = true;
    }

    /** Asks for another share with the same load, because the traffic changed. The step and its evidence continue. */
    static void askInstead(RunDraft run, Share share, Instant now) {
        Step step = Objects.requireNonNull(run.step());
        run.decided = ProgressMessages.shareFollows(step.load(), step.asked(), share);
        run.replaceStep(step.asking(share, now));
        run.orders = true;
    }

    private static RunState stateOf(RunDraft run, Stage stage) {
        return switch (stage) {
            case BASELINE -> RunState.BASELINING;
            case RAMP -> RunState.RAMPING;
            case REFINE -> RunState.REFINING;
            case CONFIRM -> RunState.CONFIRMING;
            case HEAL -> run.state == RunState.BASELINING ? RunState.RAMPING : run.state;
        };
    }
}
