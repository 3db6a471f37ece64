package dev.redliner.testbench.benchmark;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.standalone.simulate.HistoryOption;
import dev.redliner.standalone.simulate.SearchProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark search}: many searches in virtual time on hosts of known capacity. */
@Command(
        name = "search",
        description = {
            "Error, interval, time and harm of the search, on simulated hosts whose capacity is known.",
            "With --reference the same searches run on the reference host model too, and the published searches beside them."
        },
        footer = {
            "",
            "A host per row, then one table with a row per search; two figures are median and nine in ten.",
            "  redliner benchmark search --seeds 1:3",
            "  redliner benchmark search --reference search-bench --python venv/bin/python --seeds 1:3"
        })
final class SearchCommand implements Callable<Integer> {
    private static final List<String> PUBLISHED =
            List.of("linear", "kraken", "pid", "nighthawk", "mlrsearch", "guided");

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "FROM:TO",
            defaultValue = "1:10",
            description = "First and last seed, both included (default: ${DEFAULT-VALUE}).")
    private String seeds;

    @Option(
            names = "--scenarios",
            paramLabel = "DIR",
            description = "Folder of scenarios with a truth.json (default: the scenarios that ship with Redliner).")
    private @Nullable Path scenarios;

    @Option(
            names = "--only",
            paramLabel = "IDS",
            split = ",",
            description = "Only scenarios whose names begin with one of these.")
    private List<String> only = List.of();

    @Mixin
    private final SearchProfile profile = new SearchProfile();

    @Mixin
    private final HistoryOption history = new HistoryOption();

    @Option(names = "--warm", description = "Begin each search from a redline that is up to 10%% off.")
    private boolean warm;

    @Option(
            names = "--counted-pool",
            description = "Let the search count the pool's requests, as a run does, and not know their expected number."
                    + " Not on the reference host.")
    private boolean counted;

    @Option(
            names = "--reference",
            paramLabel = "DIR",
            description = "The folder with the simserver.py and bench.py of the reference.")
    private @Nullable Path reference;

    @Option(
            names = "--python",
            paramLabel = "PROGRAM",
            defaultValue = "python3",
            description = "For --reference: one with the packages of its requirements.txt; ${DEFAULT-VALUE}.")
    private String python;

    @Option(
            names = "--baselines",
            paramLabel = "NAMES",
            split = ",",
            description = "With --reference: the published searches to run beside ours, or none; "
                    + "linear,kraken,pid,nighthawk,mlrsearch,guided if left out.")
    private @Nullable List<String> baselines;

    @Option(names = "--records", paramLabel = "FILE", description = "Writes one line of JSON per search.")
    private @Nullable Path records;

    @Override
    public Integer call() throws IOException, InterruptedException {
        SeedRange range = range();
        ReferenceBench bench = bench();
        List<KnownHost> hosts = hosts();
        var search =
                new SearchBenchmark(profile.settings(), warm, counted, history.duration(), range.first(), range.last());
        String ours = "redliner" + (profile.name().equals("default") ? "" : ", " + profile.name())
                + (warm ? ", warm" : "") + (counted ? ", counted pool" : "") + ", " + history.words();
        Map<String, List<Trial>> all = new LinkedHashMap<>();
        try {
            if (bench != null) {
                bench.check();
            }
            all.put(ours, shown(ours, search.onBuiltIn(hosts)));
            if (bench != null) {
                String there = ours + " on the reference host";
                all.put(there, shown(there, search.on(bench, hosts)));
                for (String name : published()) {
                    cli().err().println("- " + name);
                    all.put(name, bench.published(name, hosts, range.first(), range.last()));
                }
            }
        } catch (HostFailed e) {
            cli().err().println(e.getMessage());
            return 2;
        }
        cli().out().print(SearchTable.overall(all));
        cli().out().flush();
        if (records != null) {
            Files.writeString(records, SearchRecords.of(all));
        }
        return 0;
    }

    private List<Trial> shown(String name, List<Trial> trials) {
        cli().out().printf(Locale.ROOT, "%s%n%n%s%n", name, SearchTable.text(trials));
        cli().out().flush();
        return trials;
    }

    private List<String> published() {
        if (baselines == null) {
            return PUBLISHED;
        }
        return baselines.equals(List.of("none")) ? List.of() : baselines;
    }

    private @Nullable ReferenceBench bench() {
        if (reference == null) {
            if (baselines != null) {
                throw wrong("--baselines need --reference, the folder that they are in");
            }
            return null;
        }
        for (String file : List.of("simserver.py", "bench.py")) {
            if (!Files.isRegularFile(reference.resolve(file))) {
                throw wrong("there is no " + file + " in " + reference);
            }
        }
        Path folder = scenarios == null ? reference.resolve("scenarios").resolve("public") : scenarios;
        return ReferenceBench.in(reference, python, folder);
    }

    private List<KnownHost> hosts() {
        List<KnownHost> all = all();
        List<KnownHost> chosen = all.stream()
                .filter(h ->
                        only.isEmpty() || only.stream().anyMatch(h.scenario().id()::startsWith))
                .toList();
        if (chosen.isEmpty()) {
            throw wrong("no scenario begins with " + String.join(" or ", only) + "; there are "
                    + String.join(", ", all.stream().map(h -> h.scenario().id()).toList()));
        }
        return chosen;
    }

    private List<KnownHost> all() {
        // the reference brings its public scenarios; a truth belongs to the files beside it
        Path folder = scenarios == null && reference != null
                ? reference.resolve("scenarios").resolve("public")
                : scenarios;
        if (folder == null) {
            return KnownHost.builtIn();
        }
        try {
            return KnownHost.in(folder);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private SeedRange range() {
        try {
            return SeedRange.parse(seeds);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private RedlinerCli cli() {
        return benchmark.cli();
    }

    private ParameterException wrong(@Nullable String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
