package dev.redliner.testbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.testbench.chance.PoolInVirtualTime;
import dev.redliner.testbench.replay.RecordedSearch.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HindsightTest {
    private RecordedSearch recorded;
    private Redline redline;

    @BeforeAll
    void record() {
        var recorder = new SearchRecorder();
        PoolInVirtualTime pool = SteepPool.measured(2, recorder);
        redline = pool.run().redline().orElseThrow();
        recorded = recorder.recorded(SteepPool.report(pool)).orElseThrow();
    }

    @Test
    void the_search_that_made_the_calls_decides_the_same_again() {
        Hindsight again = Hindsight.of(recorded);
        assertThat(again.differences()).isEmpty();
        assertThat(again.redline()).contains(redline);
        assertThat(redline.rps()).isBetween(0.85 * SteepPool.REDLINE, 1.15 * SteepPool.REDLINE);
    }

    @Test
    void a_recording_is_the_same_after_it_was_in_a_file(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("runs.jsonl.gz");
        RecordingFile.write(file, List.of(recorded, recorded.against(99)));
        assertThat(RecordingFile.read(file)).containsExactly(recorded, recorded.against(99));
        Files.writeString(file, "no recording");
        assertThatThrownBy(() -> RecordingFile.read(file)).isInstanceOf(IOException.class);
    }

    /** It would have gone to other loads, but the evidence of those that the run had is the same. */
    @Test
    void a_search_that_decides_otherwise_follows_the_run_and_each_decision_is_noted() {
        Hindsight gentle = Hindsight.of(with(SearchSettings.GENTLE, recorded.calls()));
        assertThat(gentle.differences())
                .isNotEmpty()
                .allMatch(words -> words.matches("after \\d+ s at [\\d.]+ rps \\([A-Z]+\\), it .*"))
                .anyMatch(words -> words.contains("where the run goes to"));
        assertThat(gentle.redline())
                .hasValueSatisfying(it -> assertThat(it.rps()).isBetween(0.9 * redline.rps(), 1.1 * redline.rps()));
    }

    @Test
    void a_search_that_stays_longer_at_the_baseline_has_fewer_seconds_of_it_and_says_so() {
        SearchSettings patient = recorded.settings().withBaseline(Duration.ofSeconds(60));
        assertThat(Hindsight.of(with(patient, recorded.calls())).differences())
                .first()
                .asString()
                .contains("(BASELINE), it stays where the run goes to");
    }

    @Test
    void a_run_that_something_else_ended_in_its_ramp_has_no_result() {
        int third = recorded.calls()
                .indexOf(recorded.calls().stream()
                        .filter(call -> call.next() != null && call.next().stage() == Stage.RAMP)
                        .skip(2)
                        .findFirst()
                        .orElseThrow());
        Hindsight cut = Hindsight.of(with(recorded.settings(), recorded.calls().subList(0, third)));
        assertThat(cut.plan()).isInstanceOf(Plan.GivenUp.class);
        assertThat(cut.cutShort()).isTrue();
        assertThat(Hindsight.of(recorded).cutShort()).isFalse();
    }

    /** A record that gets a new component needs a default for it, or these recordings are lost. */
    @Test
    void the_recordings_of_the_repository_can_be_read() throws IOException {
        Path file = Path.of("..", "docs", "measurements", "searches-0053.jsonl.gz");
        assertThat(RecordingFile.read(file)).hasSize(13).allSatisfy(run -> assertThat(run.calls())
                .isNotEmpty());
    }

    private RecordedSearch with(SearchSettings settings, List<Call> calls) {
        return new RecordedSearch(
                recorded.run(),
                recorded.service(),
                recorded.state(),
                recorded.result(),
                null,
                recorded.normalLoad(),
                recorded.highestLoad(),
                settings,
                calls);
    }
}
