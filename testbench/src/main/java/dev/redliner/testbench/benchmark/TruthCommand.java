package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.Scenario;
import dev.redliner.hostmodel.ScenarioFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code redliner benchmark truth}: the true redlines of a folder of scenarios. */
@Command(
        name = "truth",
        description = {
            "Finds the true redline of each scenario of a folder by long steady runs of its host, and writes truth.json.",
            "A host that has no redline within half its start_qps and 1.5 times its max_qps is left out."
        },
        footer = {"", "  redliner benchmark truth --scenarios docs/heldout/23001"})
final class TruthCommand implements Callable<Integer> {
    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Option(names = "--scenarios", paramLabel = "DIR", required = true, description = "Scenarios, one per file.")
    private Path scenarios;

    @Option(
            names = "--requests",
            defaultValue = "1000000",
            description = "Of each of the ten runs around a redline; ${DEFAULT-VALUE}.")
    private long requests;

    @Override
    public Integer call() throws IOException {
        if (requests < 1) {
            throw wrong("--requests " + requests + " is not at least 1, such as 1000000");
        }
        List<Scenario> hosts = files().stream().map(this::parse).toList();
        Map<String, Map<String, Object>> truths = new ConcurrentSkipListMap<>();
        hosts.parallelStream().forEach(scenario -> {
            try {
                LongRunTruth truth = LongRunTruth.of(scenario, requests);
                truths.put(scenario.id(), entry(scenario, truth));
                line(
                        scenario.id(),
                        String.format(
                                Locale.ROOT,
                                "%.2f rps +- %.2f%%, %s, elasticity %.1f",
                                truth.rps(),
                                truth.standardErrorPercent(),
                                truth.rule(),
                                truth.elasticity()));
            } catch (IllegalArgumentException e) {
                line(scenario.id(), "left out: " + e.getMessage());
            }
        });
        if (truths.isEmpty()) {
            throw wrong(
                    "no host in " + scenarios + " has a redline between half its start_qps and 1.5 times its max_qps; "
                            + "truth.json is not written");
        }
        var json = JsonMapper.builder().build().writerWithDefaultPrettyPrinter();
        Files.writeString(scenarios.resolve("truth.json"), json.writeValueAsString(truths) + "\n");
        return 0;
    }

    private synchronized void line(String id, String text) {
        benchmark.cli().out().println(id + " " + text);
        benchmark.cli().out().flush();
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(scenarios)) {
            throw wrong("--scenarios " + scenarios + " is not a folder of scenarios, such as docs/heldout/23001");
        }
        try (Stream<Path> all = Files.list(scenarios)) {
            List<Path> files = all.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.endsWith("truth.json"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw wrong("there is no scenario in " + scenarios + ", such as h01.json");
            }
            return files;
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private Scenario parse(Path file) {
        try {
            return ScenarioFile.parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> entry(Scenario scenario, LongRunTruth truth) {
        var entry = new TreeMap<String, Object>();
        entry.put("id", scenario.id());
        entry.put("truth", truth.rps());
        entry.put("se_pct", truth.standardErrorPercent());
        entry.put("elasticity", truth.elasticity());
        entry.put("rule", truth.rule());
        return entry;
    }
}
