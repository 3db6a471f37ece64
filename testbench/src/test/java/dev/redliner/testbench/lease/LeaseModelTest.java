package dev.redliner.testbench.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Explores every order of events of a small lease chain, instead of a sample. */
@Tag("slow")
class LeaseModelTest {
    private static final Bounds ONE_REDIRECTOR = new Bounds(1, 3, 3, 1, 3, 2, 0, Mistake.NONE);
    private static final Bounds TWO_REDIRECTORS = new Bounds(2, 2, 1, 1, 2, 1, 0, Mistake.NONE);
    private static final Bounds WRONG_CLOCKS = new Bounds(1, 3, 3, 1, 2, 1, 3, Mistake.NONE);

    /**
     * @param states number of states seen
     * @param depth of the longest shortest path to a state
     * @param longestSilence the longest time, in ticks, that an Envoy held a share without an accepted order
     * @param broken the broken invariant in the first bad state, or empty if there is none
     * @param path to that state
     */
    private record Explored(int states, int depth, int longestSilence, String broken, List<LeaseModel> path) {}

    private static Explored explore(Bounds bounds) {
        LeaseModel begin = LeaseModel.begin(bounds);
        Map<LeaseModel, LeaseModel> cameFrom = new HashMap<>(Map.of(begin, begin));
        var frontier = new ArrayDeque<>(List.of(begin));
        int depth = 0;
        int silence = 0;
        while (!frontier.isEmpty()) {
            var further = new ArrayDeque<LeaseModel>();
            for (LeaseModel state : frontier) {
                for (LeaseModel next : state.next(bounds)) {
                    if (cameFrom.putIfAbsent(next, state) != null) {
                        continue;
                    }
                    silence = Math.max(silence, silence(next));
                    String broken = next.broken(bounds);
                    if (!broken.isEmpty()) {
                        return new Explored(cameFrom.size(), depth + 1, silence, broken, path(next, cameFrom));
                    }
                    further.add(next);
                }
            }
            depth += further.isEmpty() ? 0 : 1;
            frontier = further;
        }
        return new Explored(cameFrom.size(), depth, silence, "", List.of());
    }

    private static int silence(LeaseModel state) {
        return state.branches().stream()
                .filter(branch -> branch.envoy().share() > 0)
                .mapToInt(Branch::silence)
                .max()
                .orElse(0);
    }

    private static List<LeaseModel> path(LeaseModel end, Map<LeaseModel, LeaseModel> cameFrom) {
        var path = new ArrayList<LeaseModel>();
        for (LeaseModel state = end; path.isEmpty() || !path.get(0).equals(state); state = cameFrom.get(state)) {
            path.add(0, state);
        }
        return path;
    }

    @Test
    void with_one_redirector_no_state_breaks_a_promise() {
        Explored explored = explore(ONE_REDIRECTOR);
        System.out.printf(
                "one redirector: %,d states, depth %d, a share outlives the last accepted order by %d ticks at most%n",
                explored.states(), explored.depth(), explored.longestSilence());
        assertThat(explored.broken()).as("path %s", explored.path()).isEmpty();
        assertThat(explored.states()).isGreaterThan(50_000);
        assertThat(explored.longestSilence())
                .as("the bound is validity + TTL, less the tick in which a lease just ended")
                .isEqualTo(ONE_REDIRECTOR.validity() + ONE_REDIRECTOR.ttl() - 2);
    }

    @Test
    void with_two_redirectors_no_state_breaks_a_promise() {
        Explored explored = explore(TWO_REDIRECTORS);
        System.out.printf("two redirectors: %,d states, depth %d%n", explored.states(), explored.depth());
        assertThat(explored.broken()).as("path %s", explored.path()).isEmpty();
        assertThat(explored.states()).isGreaterThan(50_000);
    }

    @Test
    void with_wall_clocks_that_are_wrong_and_set_at_any_moment_no_state_breaks_a_promise() {
        Explored explored = explore(WRONG_CLOCKS);
        System.out.printf(
                "wrong clocks: %,d states, depth %d, a share outlives the last accepted order by %d ticks at most%n",
                explored.states(), explored.depth(), explored.longestSilence());
        assertThat(explored.broken()).as("path %s", explored.path()).isEmpty();
        assertThat(explored.states()).isGreaterThan(50_000);
        assertThat(explored.longestSilence())
                .as("measured from the arrival of the order, wall clocks change nothing")
                .isEqualTo(WRONG_CLOCKS.validity() + WRONG_CLOCKS.ttl() - 2);
    }

    @Test
    void a_lease_that_ends_by_the_wall_clock_alone_is_found_once_clocks_are_wrong() {
        Mistake mistake = Mistake.THE_MONOTONIC_CLOCK_IS_IGNORED;
        assertThat(explore(WRONG_CLOCKS.with(mistake)).broken()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"NONE", "THE_MONOTONIC_CLOCK_IS_IGNORED"})
    void a_mistake_made_on_purpose_is_found(Mistake mistake) {
        Explored explored = explore(ONE_REDIRECTOR.with(mistake));
        System.out.printf(
                "%s: after %,d states, %d steps: %s%n",
                mistake, explored.states(), explored.path().size() - 1, explored.broken());
        assertThat(explored.broken()).isNotEmpty();
    }
}
