package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.Score;
import dev.redliner.standalone.simulate.OutsideHost;
import dev.redliner.standalone.simulate.Simulation;
import dev.redliner.standalone.simulate.SimulationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reference host model and the published searches, in a separate folder outside of this project.
 *
 * @param folder the folder of {@code simserver.py} and {@code bench.py}
 * @param python a Python with the packages that these programs require
 * @param scenarios the folder of the scenarios
 */
record ReferenceBench(Path folder, String python, Path scenarios) {
    /** Covers the first use, which compiles the model. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final int LAST_WORDS = 400;

    /**
     * @param folder may be relative, as may the other paths
     */
    static ReferenceBench in(Path folder, String python, Path scenarios) {
        // the program runs in the reference's folder, so relative paths must become absolute
        String program = python.contains("/") ? Path.of(python).toAbsolutePath().toString() : python;
        return new ReferenceBench(folder.toAbsolutePath(), program, scenarios.toAbsolutePath());
    }

    /** Fails at once, with the reason, if this Python cannot run the reference. */
    void check() throws IOException, InterruptedException {
        try {
            python(List.of("-c", "import sim, simserver, bench"));
        } catch (HostFailed e) {
            throw new HostFailed(
                    e.getMessage() + "\nIt needs a Python with the packages of requirements.txt there; see --python.");
        }
    }

    /** Runs one of our searches on the reference host. */
    Trial run(Simulation simulation, KnownHost known, long seed) {
        String command = "cd " + quoted(folder.toString()) + " && exec " + quoted(python) + " simserver.py --dir "
                + quoted(scenarios.toString()) + " --scn "
                + quoted(known.scenario().id()) + " --seed " + seed;
        try (OutsideHost host = OutsideHost.start(command, PATIENCE)) {
            SimulationResult result = simulation.on(host);
            JsonNode score = result.score();
            if (score == null) {
                throw new HostFailed("the reference host gave no score for "
                        + known.scenario().id());
            }
            return trial(known, seed, result, score);
        }
    }

    /** Runs a published search on the same hosts with the same seeds. */
    List<Trial> published(String name, List<KnownHost> hosts, long from, long to)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("redliner-published-", ".jsonl");
        try {
            String ids =
                    hosts.stream().map(h -> h.scenario().id().split("_")[0]).collect(Collectors.joining(","));
            python(List.of(
                    "bench.py",
                    "--dir",
                    scenarios.toString(),
                    "--algos",
                    name,
                    "--seeds",
                    from + ":" + (to + 1),
                    "--scn",
                    ids,
                    "--out",
                    out.toString()));
            return trials(Files.readAllLines(out), hosts);
        } finally {
            Files.delete(out);
        }
    }

    private static List<Trial> trials(List<String> lines, List<KnownHost> hosts) {
        Map<String, KnownHost> byId =
                hosts.stream().collect(Collectors.toMap(h -> h.scenario().id(), Function.identity()));
        var trials = new ArrayList<Trial>();
        for (String line : lines) {
            JsonNode record = new JsonMapper().readTree(line);
            KnownHost known = byId.get(record.path("scn").asString(""));
            if (known != null) {
                trials.add(trial(known, record.path("seed").asLong(), found(record), record));
            }
        }
        return trials;
    }

    private void python(List<String> arguments) throws IOException, InterruptedException {
        Path said = Files.createTempFile("redliner-python-", ".log");
        try {
            var command = new ArrayList<>(List.of(python));
            command.addAll(arguments);
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            if (process.waitFor() != 0) {
                String words = Files.readString(said).strip();
                throw new HostFailed(python + " " + arguments.get(0) + " in " + folder + " ended with exit code "
                        + process.exitValue() + ": " + words.substring(Math.max(0, words.length() - LAST_WORDS)));
            }
        } catch (IOException e) {
            throw new HostFailed("cannot run " + python + ": " + e.getMessage());
        } finally {
            Files.delete(said);
        }
    }

    private static SimulationResult found(JsonNode record) {
        return SimulationResult.of(
                record.path("scn").asString(""),
                number(record, "est"),
                number(record, "lo"),
                number(record, "hi"),
                record.path("status").asString(""),
                record.path("time").asInt(),
                record.path("changes").asInt());
    }

    private static @Nullable Double number(JsonNode record, String field) {
        return record.path(field).isNumber() ? (Double) record.path(field).asDouble() : null;
    }

    private static Trial trial(KnownHost known, long seed, SimulationResult result, JsonNode score) {
        return new Trial(
                known.scenario().id(),
                seed,
                known.truth(),
                known.allowed(),
                known.normalBad(),
                result,
                new Score(
                        score.path("n").asDouble(),
                        score.path("bad").asDouble(),
                        known.truth() * (1 + score.path("over").asDouble())));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
