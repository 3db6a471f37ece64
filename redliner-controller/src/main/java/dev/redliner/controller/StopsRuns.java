package dev.redliner.controller;

import dev.redliner.controller.drive.RunDriver;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.LeverListener;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.RunState;

/** While the safety lever is engaged, ends every run that does not restore already: also one that just slipped in. */
final class StopsRuns implements LeverListener {
    private final RunDriver driver;

    StopsRuns(RunDriver driver) {
        this.driver = driver;
    }

    @Override
    public void engaged(Engaged lever) {
        driver.activeRuns().stream()
                .flatMap(run -> driver.find(run).stream())
                .filter(run -> !run.state().over() && run.state() != RunState.RESTORING)
                .map(RunReport::id)
                .forEach(run -> driver.abort(run, lever.who(), "safety lever: " + lever.why()));
    }
}
