package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.OwnScenarios;
import dev.redliner.hostmodel.Scenario;
import dev.redliner.hostmodel.ScenarioFile;
import dev.redliner.hostmodel.SteadyHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A scenario with its true redline.
 *
 * @param scenario the host
 * @param truth the redline of the host, requests per second
 * @param normalBad the bad fraction at the host's normal load
 */
record KnownHost(Scenario scenario, double truth, double normalBad) {
    private static final int NORMAL_SECONDS = 300;

    /** The fraction of the host's requests that may be too slow. */
    double allowed() {
        return 1 - scenario.slo().quantile();
    }

    /** Reads scenario files, from a folder or from the class path. */
    private interface Source {
        String read(String name) throws IOException;
    }

    /** The scenarios of a folder that its {@code truth.json} lists, sorted by name. */
    static List<KnownHost> in(Path folder) {
        return all(name -> Files.readString(folder.resolve(name)));
    }

    /** The scenarios that ship with Redliner, sorted by name. */
    static List<KnownHost> builtIn() {
        return all(OwnScenarios::read);
    }

    private static List<KnownHost> all(Source files) {
        try {
            JsonNode truths = new JsonMapper().readTree(files.read("truth.json"));
            return new TreeSet<>(truths.propertyNames())
                    .stream().map(id -> of(id, truths.path(id), files)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KnownHost of(String id, JsonNode known, Source files) {
        try {
            Scenario scenario = ScenarioFile.parse(files.read(id + ".json"));
            if (!known.path("truth").isNumber()) {
                throw new IllegalArgumentException("truth.json knows no truth of " + id);
            }
            JsonNode normal = known.path("start_bad");
            return new KnownHost(
                    scenario,
                    known.path("truth").asDouble(),
                    normal.isNumber()
                            ? normal.asDouble()
                            : SteadyHost.at(scenario, scenario.startRps(), 1, NORMAL_SECONDS)
                                    .badFraction());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
