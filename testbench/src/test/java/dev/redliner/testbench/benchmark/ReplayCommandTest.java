package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.SearchSettings;
import dev.redliner.testbench.replay.RecordedSearch;
import dev.redliner.testbench.replay.RecordedSearch.Call;
import dev.redliner.testbench.replay.RecordedSearch.Interval;
import dev.redliner.testbench.replay.RecordedSearch.Method;
import dev.redliner.testbench.replay.RecordingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final Call END = new Call(Method.ENDED_NOW, "The time is used up.", null, null, true);

    private final BenchmarkLine benchmark = new BenchmarkLine();

    @TempDir
    private Path folder;

    @Test
    void a_run_has_a_row_and_truths_give_the_errors_of_both_searches() throws IOException {
        String file = recordings(recorded("shop-1", new Interval(96.0, 90.0, 99.0)));
        assertThat(benchmark.run("replay", file, "--truth", "100")).isZero();
        assertThat(benchmark.out())
                .contains("| shop, shop-1 | 100.0 | 96.0 (90.0 to 99.0) | -4.0 | no result | - | 0 | - |")
                .contains("recorded: 1 of 1 with a result, error 4.0 / 4.0% (median / 90%), mean -4.0%, interval holds"
                        + " the truth in 0")
                .contains("present search: no result");
    }

    @Test
    void without_truths_there_are_no_errors() throws IOException {
        assertThat(benchmark.run("replay", recordings(recorded("shop-1", new Interval(96.0, 90.0, null)))))
                .isZero();
        assertThat(benchmark.out())
                .contains("| shop, shop-1 | - | at least 96.0 (from 90.0) | - | no result | - |")
                .doesNotContain("mean");
    }

    @Test
    void saved_recordings_keep_their_truth() throws IOException {
        String file = recordings(recorded("shop-1", null), recorded("shop-2", null));
        Path saved = folder.resolve("saved.jsonl.gz");
        assertThat(benchmark.run("replay", file, "--truth", "100", "--save", saved.toString()))
                .isZero();
        assertThat(RecordingFile.read(saved)).extracting(RecordedSearch::truth).containsExactly(100.0, 100.0);
    }

    @Test
    void wrong_arguments_are_named() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "nothing recorded");
        assertThat(benchmark.run("replay", text.toString())).isEqualTo(2);
        assertThat(benchmark.run("replay", folder.toString())).isEqualTo(2);
        assertThat(benchmark.run("replay", folder.resolve("missing").toString()))
                .isEqualTo(2);
        assertThat(benchmark.run("replay", text.toString(), "--truth", "0")).isEqualTo(2);
        assertThat(benchmark.run("replay", recordings())).isEqualTo(2);
        assertThat(benchmark.err())
                .contains("notes.txt is neither a data folder nor a file of --save: ")
                .contains("There is no database of Redliner in ")
                .contains("missing is neither a data folder nor a file of --save: ")
                .contains("--truth 0.0 is not above 0")
                .contains("There is no recorded search in ")
                .doesNotContain("\tat ");
        assertThat(benchmark.out()).isEmpty();
    }

    /** A run that was over before its search received anything. */
    private static RecordedSearch recorded(String run, Interval result) {
        return new RecordedSearch(
                run, "shop", "INCONCLUSIVE", result, null, 50, 150, SearchSettings.DEFAULT, List.of(END));
    }

    private String recordings(RecordedSearch... recordings) throws IOException {
        Path file = folder.resolve("runs.jsonl.gz");
        RecordingFile.write(file, List.of(recordings));
        return file.toString();
    }
}
