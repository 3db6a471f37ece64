package dev.redliner.standalone.benchmark;

import dev.redliner.controller.search.SearchSettings;
import dev.redliner.standalone.cli.RedlinerCli;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark search}: many searches in virtual time on hosts whose capacity is known. */
@Command(name = "search", description = "Error, interval, time and harm of the search, on simulated hosts.")
final class SearchCommand implements Callable<Integer> {
    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Option(names = "--seeds", defaultValue = "1:10", description = "From and to; ${DEFAULT-VALUE}.")
    private String seeds;

    @Option(
            names = "--scenarios",
            paramLabel = "DIR",
            description = "Scenarios with a truth.json; those that come along if left out.")
    private @Nullable Path scenarios;

    @Option(names = "--only", paramLabel = "IDS", split = ",", description = "Only those that begin with these.")
    private List<String> only = List.of();

    @Option(names = "--profile", defaultValue = "default", description = "default, gentle or quick.")
    private String profile;

    @Option(names = "--warm", description = "Begin each search from a redline that is up to a tenth off.")
    private boolean warm;

    @Option(
            names = "--reference",
            paramLabel = "DIR",
            description = "The reference host model: the folder with its simserver.py, instead of the built-in host.")
    private @Nullable Path reference;

    @Option(names = "--python", defaultValue = "python3", description = "For --reference; ${DEFAULT-VALUE}.")
    private String python;

    @Option(
            names = "--baselines",
            paramLabel = "NAMES",
            split = ",",
            description = "With --reference: published searches to run in the same call, such as linear,pid,guided.")
    private List<String> baselines = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        long[] range = range();
        List<KnownHost> hosts = hosts();
        var search = new SearchBenchmark(settings(), warm);
        PrintStream out = cli().out();
        long begun = System.nanoTime();
        ReferenceBench bench = bench();
        List<Trial> trials = bench == null
                ? search.run(hosts, range[0], range[1], true)
                : search.run(hosts, range[0], range[1], bench);
        out.println(SearchTable.text(trials));
        out.printf(
                Locale.ROOT,
                "%d searches in %.0f s; %.0f virtual seconds each%n",
                trials.size(),
                (System.nanoTime() - begun) / 1e9,
                trials.stream().mapToInt(t -> t.result().timeS()).average().orElse(0));
        if (bench != null && !baselines.isEmpty()) {
            bench.published(baselines, hosts, range[0], range[1])
                    .forEach((name, of) -> out.printf("%n%s%n%s", name, SearchTable.text(of)));
        }
        out.flush();
        return 0;
    }

    private @Nullable ReferenceBench bench() {
        if (reference == null) {
            if (!baselines.isEmpty()) {
                throw wrong("--baselines need --reference, the folder that they are in");
            }
            return null;
        }
        if (!reference.resolve("simserver.py").toFile().isFile()) {
            throw wrong("there is no simserver.py in " + reference);
        }
        Path folder = scenarios == null ? reference.resolve("scenarios").resolve("public") : scenarios;
        return new ReferenceBench(reference, python, folder);
    }

    private List<KnownHost> hosts() {
        List<KnownHost> all = scenarios == null ? KnownHost.builtIn() : KnownHost.in(scenarios);
        return all.stream()
                .filter(h ->
                        only.isEmpty() || only.stream().anyMatch(h.scenario().id()::startsWith))
                .toList();
    }

    private SearchSettings settings() {
        return SearchSettings.profile(profile)
                .orElseThrow(() -> wrong("there is no profile '" + profile + "': default, gentle or quick"));
    }

    private long[] range() {
        try {
            long[] range = Arrays.stream(seeds.split(":", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            if (range.length == 2 && range[0] <= range[1]) {
                return range;
            }
        } catch (NumberFormatException e) {
            throw wrong("--seeds " + seeds + " is no range such as 1:10");
        }
        throw wrong("--seeds " + seeds + " is no range such as 1:10");
    }

    private RedlinerCli cli() {
        return benchmark.cli();
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
