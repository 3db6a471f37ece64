package dev.redliner.contracts.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Dependency;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignalNamesTest {
    /** As many as a service file may add. */
    private static final int OWN = 30;

    @Test
    void a_run_with_the_most_of_everything_has_the_signals_of_each_dependency() {
        List<String> own =
                IntStream.range(0, OWN).mapToObj(i -> "app.queue_" + i).toList();
        List<Dependency> dependencies = IntStream.range(0, Dependency.MOST)
                .mapToObj(i -> new Dependency("db-" + i, "node-" + i, null))
                .toList();

        List<String> signals = SignalNames.of(own, dependencies);

        assertThat(signals)
                .doesNotHaveDuplicates()
                .containsAll(own)
                .containsAll(SignalNames.BUILT_IN)
                .contains("deps.db_0.host.cpu", "deps.db_4.host.blocked")
                .hasSize(OWN + SignalNames.BUILT_IN.size() + Dependency.MOST * SignalNames.OF_DEPENDENCY.size());
    }

    @Test
    void a_name_that_is_built_in_already_is_one_signal() {
        assertThat(SignalNames.of(List.of("host.cpu"), List.of()))
                .containsExactlyInAnyOrderElementsOf(SignalNames.BUILT_IN);
    }
}
