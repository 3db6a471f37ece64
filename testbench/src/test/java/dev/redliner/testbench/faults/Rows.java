package dev.redliner.testbench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Checks that apply to every row of the fault matrix. */
final class Rows {
    /**
     * The rows that were late. Failsafe repeats a failed test once in the same process, because a busy machine can
     * spoil its setup. A late restore must not pass on the repetition.
     */
    private static final Set<String> LATE = ConcurrentHashMap.newKeySet();

    private Rows() {}

    /**
     * The traffic is back at its baseline, in Envoy's configuration and in its counts, after a fault that stops the
     * orders or an order to restore: within validity, TTL and slack.
     */
    static void restored(String row, RestoreTimer watch) {
        restored(row, watch, RestoreBound.ofSilence());
    }

    /** The traffic is back after a fault that the run must notice by itself: the run may use up its patience first. */
    static void restoredAfterPatience(String row, RestoreTimer watch, LivePool pool) {
        restored(row, watch, RestoreBound.ofPatience(pool.patience()));
    }

    private static void restored(String row, RestoreTimer watch, Duration bound) {
        assertThat(LATE)
                .as("rows that were late before: a second attempt does not mend a broken promise")
                .doesNotContain(row);
        try {
            RestoreTimer.Restored restored = watch.await(bound);
            System.out.printf(
                    Locale.ROOT,
                    "row %s: no override after %.2f s of at most %.0f s, baseline seen in the traffic after %.2f s%n",
                    row,
                    restored.overrideGone().toMillis() / 1000.0,
                    bound.toMillis() / 1000.0,
                    restored.seenBack().toMillis() / 1000.0);
        } catch (LateRestore late) {
            LATE.add(row);
            throw late;
        }
    }

    /** The run is over for a reason that names the fault, and verified that its traffic is back. */
    static RunReport ended(LivePool pool, String run, RunState state, String reason) {
        RunReport end = pool.awaitEnd(run);
        System.out.println("  " + run + " " + end.state() + ": " + end.reason());
        assertThat(end.state()).as(end.reason()).isEqualTo(state);
        assertThat(end.reason()).containsIgnoringCase(reason);
        verified(end);
        assertThat(pool.override()).as("what Envoy holds after the end").isEmpty();
        return end;
    }

    /** The report keeps all findings of the run from before its controller died. */
    static void keeps(RunReport before, RunReport end) {
        assertThat(before.baseline()).as("the baseline before").isNotNull();
        assertThat(end.baseline()).as("the baseline").isEqualTo(before.baseline());
        assertThat(end.began()).as("how its search began").isEqualTo(before.began());
        assertThat(end.steps())
                .as("its steps")
                .hasSizeGreaterThanOrEqualTo(before.steps().size());
        for (int i = 0; i < before.steps().size(); i++) {
            if (before.steps().get(i).to() != null) {
                assertThat(end.steps().get(i)).isEqualTo(before.steps().get(i));
            }
        }
        assertThat(end.steps()).allSatisfy(step -> assertThat(step.to()).isNotNull());
        assertThat(end.harm().servedRequests())
                .as("the requests that its harm is of")
                .isGreaterThanOrEqualTo(before.harm().servedRequests());
        assertThat(end.remarks()).containsAll(before.remarks()).anyMatch(it -> it.contains("controller died"));
    }

    static void verified(RunReport end) {
        assertThat(end.restored()).as("the restore").isNotNull();
        assertThat(end.restored().configuration())
                .as("every Envoy confirmed: " + end.reason())
                .isTrue();
        assertThat(SeenBack.honest(end))
                .as("the baseline share was seen, or could not be: " + end.reason())
                .isTrue();
    }
}
