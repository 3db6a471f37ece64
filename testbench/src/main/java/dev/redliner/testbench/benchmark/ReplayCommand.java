package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.restore.JournalFile;
import dev.redliner.testbench.replay.Hindsight;
import dev.redliner.testbench.replay.JournalRuns;
import dev.redliner.testbench.replay.RecordedSearch;
import dev.redliner.testbench.replay.RecordingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark replay}: recorded runs in the judgement of the present search. */
@Command(
        name = "replay",
        description = {
            "Repeats the search of recorded runs with the present search, at the loads of the runs, and compares both",
            "results. The first decision that differs is named. A database has runs of the version that wrote it. A",
            "recording of --save can be replayed by later versions."
        },
        footer = {
            "",
            "  redliner benchmark replay target/services/tomcat10/back-end-steady-*/data --truth 136.4 --save runs.jsonl.gz",
            "  redliner benchmark replay runs.jsonl.gz"
        })
final class ReplayCommand implements Callable<Integer> {
    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATH",
            arity = "1..*",
            description = {
                "Data folders of serve or of benchmark services, whose database nobody uses, and files of --save."
            })
    private List<Path> paths;

    @Option(
            names = "--truth",
            paramLabel = "RPS",
            description = "The redline as it was found otherwise, for all runs (default: that of the recordings).")
    private @Nullable Double truth;

    @Option(names = "--save", paramLabel = "FILE", description = "Also write the recordings to this file.")
    private @Nullable Path save;

    @Override
    public Integer call() {
        Double known = truth;
        if (known != null && !(known > 0 && Double.isFinite(known))) {
            throw wrong("--truth " + known + " is not above 0");
        }
        var recordings = new ArrayList<RecordedSearch>();
        for (Path path : paths) {
            read(path).forEach(run -> recordings.add(known == null ? run : run.against(known)));
        }
        if (recordings.isEmpty()) {
            benchmark.cli().err().println("There is no recorded search in " + paths + ".");
            return 2;
        }
        keep(recordings);
        List<Hindsight> judged = recordings.parallelStream().map(Hindsight::of).toList();
        benchmark.cli().out().print(ReplayTable.text(judged));
        benchmark.cli().out().flush();
        return 0;
    }

    private void keep(List<RecordedSearch> recordings) {
        Path file = save;
        if (file == null) {
            return;
        }
        try {
            RecordingFile.write(file, recordings);
        } catch (IOException e) {
            throw wrong("--save " + file + " cannot be written: " + e.getMessage());
        }
    }

    private List<RecordedSearch> read(Path path) {
        if (Files.isDirectory(path)) {
            JournalFile file =
                    JournalFile.in(path).orElseThrow(() -> wrong("There is no database of Redliner in " + path));
            try {
                return JournalRuns.of(file, benchmark.cli().err()::println);
            } catch (DataAccessException e) {
                throw wrong("The database in " + path + " cannot be read: "
                        + e.getMostSpecificCause().getMessage());
            }
        }
        try {
            return RecordingFile.read(path);
        } catch (IOException e) {
            throw wrong(path + " is neither a data folder nor a file of --save: " + e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
