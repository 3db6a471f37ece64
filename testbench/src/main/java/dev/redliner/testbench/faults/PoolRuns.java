package dev.redliner.testbench.faults;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import java.time.Duration;
import java.util.ArrayDeque;

/** Starts the runs of a pool and waits for what they do. */
final class PoolRuns {
    private static final Duration LONG = Duration.ofSeconds(180);

    /** A pool that was just declared may have no samples for long on a busy machine, and its run is then refused. */
    private static final int MOST_REFUSED = 3;
    /** Enough requests to distinguish a shifted share roughly from the baseline. */
    private static final int REQUESTS_UNDER_SHIFT = 100;

    private final String pool;
    private final ControllerApi api;
    private final EnvoyView admin;

    PoolRuns(String pool, ControllerApi api, EnvoyView admin) {
        this.pool = pool;
        this.api = api;
        this.admin = admin;
    }

    String start() {
        var answers = new ArrayDeque<Web.Answer>();
        Await.await(
                "a run on " + pool + " to be accepted",
                LONG,
                () -> {
                    answers.push(api.start(pool));
                    return answers.element().status() == 202;
                },
                () -> answers.element().toString());
        return ControllerApi.text(answers.element(), "id");
    }

    void awaitShift(String run, double atLeast) {
        Await.await(
                "run " + run + " to shift " + atLeast,
                LONG,
                () -> {
                    RunState state = state(run);
                    if (state.over() || state == RunState.RESTORING) {
                        throw new IllegalStateException("run " + run + " ended before it was shifted: " + reason(run));
                    }
                    return admin.override().orElse(0) >= atLeast;
                },
                () -> state(run) + ", " + admin.override() + ", " + api.find(run));
        EnvoyView.Counts before = admin.counts();
        Await.await(
                "the shift of run " + run + " to be seen in the traffic",
                LONG,
                () -> {
                    EnvoyView.Counts since = admin.counts().since(before);
                    return since.all() >= REQUESTS_UNDER_SHIFT && since.share() > PoolPlan.BASELINE;
                },
                () -> admin.counts().since(before).toString());
    }

    /** Starts a run and waits until its baseline is over, and another one if that run moves no traffic. */
    String startAndAwaitBegin() {
        String run = startAndAwaitBaseline();
        for (int refused = 0; movesNothing(run) && refused < MOST_REFUSED; refused++) {
            api.awaitEnd(run);
            run = startAndAwaitBaseline();
        }
        return run;
    }

    /** It was refused, or its controller stood still: several runs begin at once in JVMs that have just started. */
    private boolean movesNothing(String run) {
        return state(run) == RunState.REFUSED || reason(run).contains("controller stood still");
    }

    private String startAndAwaitBaseline() {
        String run = start();
        Await.await(
                "run " + run + " to begin",
                LONG,
                () -> state(run) != RunState.PENDING && state(run) != RunState.BASELINING,
                () -> String.valueOf(api.find(run)));
        return run;
    }

    RunState state(String run) {
        return api.find(run).map(RunReport::state).orElse(RunState.PENDING);
    }

    String reason(String run) {
        return api.find(run).map(RunReport::reason).orElse("");
    }
}
