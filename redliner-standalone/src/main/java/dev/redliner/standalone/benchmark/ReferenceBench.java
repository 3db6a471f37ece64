package dev.redliner.standalone.benchmark;

import dev.redliner.standalone.hostmodel.Score;
import dev.redliner.standalone.simulate.OutsideHost;
import dev.redliner.standalone.simulate.Simulation;
import dev.redliner.standalone.simulate.SimulationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The reference host model and the published searches, in a folder of their own outside of this project.
 *
 * @param folder where {@code simserver.py} and {@code bench.py} are
 * @param python a Python with what they require
 * @param scenarios the folder of the scenarios
 */
record ReferenceBench(Path folder, String python, Path scenarios) {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** One of our searches on the reference host. */
    Trial run(Simulation simulation, KnownHost known, long seed) {
        String command = "cd " + quoted(folder.toString()) + " && exec " + quoted(python) + " simserver.py --dir "
                + quoted(scenarios.toAbsolutePath().toString()) + " --scn "
                + quoted(known.scenario().id()) + " --seed " + seed;
        try (OutsideHost host = OutsideHost.start(command, PATIENCE)) {
            SimulationResult result = simulation.on(host);
            JsonNode score = result.score();
            if (score == null) {
                throw new IllegalStateException("the reference host gave no score for "
                        + known.scenario().id());
            }
            return trial(known, seed, result, score);
        }
    }

    /** Published searches on the same hosts with the same seeds, by their names. */
    Map<String, List<Trial>> published(List<String> names, List<KnownHost> hosts, long from, long to)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("redliner-published-", ".jsonl");
        String ids = hosts.stream().map(h -> h.scenario().id().split("_")[0]).collect(Collectors.joining(","));
        Process process = new ProcessBuilder(List.of(
                        python,
                        "bench.py",
                        "--dir",
                        scenarios.toAbsolutePath().toString(),
                        "--algos",
                        String.join(",", names),
                        "--seeds",
                        from + ":" + (to + 1),
                        "--scn",
                        ids,
                        "--out",
                        out.toString()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("bench.py ended with " + process.exitValue()
                    + "; it needs a Python with the packages of its requirements.txt");
        }
        Map<String, KnownHost> byId =
                hosts.stream().collect(Collectors.toMap(h -> h.scenario().id(), h -> h));
        var trials = new LinkedHashMap<String, List<Trial>>();
        for (String line : Files.readAllLines(out)) {
            JsonNode record = new JsonMapper().readTree(line);
            KnownHost known = byId.get(record.path("scn").asString(""));
            if (known != null) {
                trials.computeIfAbsent(record.path("algo").asString(""), k -> new ArrayList<>())
                        .add(trial(known, record.path("seed").asLong(), found(record), record));
            }
        }
        Files.delete(out);
        return trials;
    }

    private static SimulationResult found(JsonNode record) {
        return SimulationResult.told(
                record.path("scn").asString(""),
                number(record, "est"),
                number(record, "lo"),
                number(record, "hi"),
                record.path("status").asString(""),
                record.path("time").asInt(),
                record.path("changes").asInt());
    }

    private static @org.jspecify.annotations.Nullable Double number(JsonNode record, String field) {
        return record.path(field).isNumber() ? (Double) record.path(field).asDouble() : null;
    }

    private static Trial trial(KnownHost known, long seed, SimulationResult result, JsonNode score) {
        return new Trial(
                known.scenario().id(),
                seed,
                known.truth(),
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
