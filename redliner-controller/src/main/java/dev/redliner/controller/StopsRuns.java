package dev.redliner.controller;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.controller.engine.RunDriver;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.LeverListener;

/**
 * Ends every run of every controller when the safety lever is engaged. While the lever stays engaged, also ends each
 * run that still starts in this controller.
 */
final class StopsRuns implements LeverListener {
    private final RunDriver driver;

    StopsRuns(RunDriver driver) {
        this.driver = driver;
    }

    @Override
    public void engaged(Engaged lever) {
        driver.abortAll(lever.who(), why(lever));
    }

    private static String why(Engaged lever) {
        return "safety lever: " + lever.why();
    }

    @Override
    public void stillEngaged(Engaged lever) {
        driver.activeRuns().stream()
                .flatMap(run -> driver.find(run).stream())
                .filter(run -> !run.state().over() && run.state() != RunState.RESTORING)
                .map(RunReport::id)
                .forEach(run -> driver.abort(run, lever.who(), why(lever)));
    }
}
