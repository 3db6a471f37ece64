package dev.redliner.standalone.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.RunState;
import java.util.Locale;

/** What every row of the fault matrix is held to. */
final class Rows {
    private Rows() {}

    /** The traffic is at its baseline within the promised time, in Envoy's configuration and in what it counts. */
    static void restored(String row, RestoreWatch watch) {
        RestoreWatch.Restored restored = watch.await();
        System.out.printf(
                Locale.ROOT,
                "row %s: no override after %.2f s, baseline seen in the traffic after %.2f s%n",
                row,
                restored.overrideGone().toMillis() / 1000.0,
                restored.seenBack().toMillis() / 1000.0);
    }

    /** The run is over for a reason that says what happened, and saw its traffic back. */
    static RunReport ended(LivePool pool, String run, RunState state, String reason) {
        RunReport end = pool.awaitEnd(run);
        System.out.println("  " + run + " " + end.state() + ": " + end.reason());
        assertThat(end.state()).as(end.reason()).isEqualTo(state);
        assertThat(end.reason()).containsIgnoringCase(reason);
        verified(end);
        assertThat(pool.override()).as("what Envoy holds after the end").isEmpty();
        return end;
    }

    static void verified(RunReport end) {
        assertThat(end.restored()).as("the restore").isNotNull();
        assertThat(end.restored().configuration())
                .as("every Envoy confirmed: " + end.reason())
                .isTrue();
        assertThat(end.restored().verified())
                .as("the baseline share was seen: " + end.reason())
                .isTrue();
    }
}
