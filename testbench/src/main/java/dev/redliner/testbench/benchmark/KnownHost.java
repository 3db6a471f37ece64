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
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A scenario with its true redline.
 *
 * @param scenario the host
 * @param truth the redline of the host, requests per second
 * @param normalBad the bad fraction at the host's normal load
 * @param knee the law of the bad requests near the redline, if it is known
 */
record KnownHost(Scenario scenario, double truth, double normalBad, Optional<Knee> knee) {
    private static final int NORMAL_SECONDS = 300;

    /**
     * The fraction of bad requests near the redline, which grows by a power of the load.
     *
     * @param rule the rule that fails first: {@code latency} or {@code errors}
     * @param elasticity percent more bad requests by that rule per percent more load
     */
    record Knee(String rule, double elasticity) {
        Knee {
            if (!rule.equals("latency") && !rule.equals("errors")) {
                throw new IllegalArgumentException("rule " + rule + " is neither latency nor errors");
            }
            if (!(elasticity > 0)) {
                throw new IllegalArgumentException("elasticity " + elasticity + " is not above 0");
            }
        }
    }

    /** The fraction of the host's requests that may be too slow. */
    double allowed() {
        return 1 - scenario.slo().quantile();
    }

    /** Reads scenario files, from a folder or from the class path. */
    private interface Source {
        String read(String name) throws IOException;
    }

    /**
     * The scenarios of a folder that its {@code truth.json} lists, sorted by name.
     *
     * @throws IllegalArgumentException if a file is missing or wrong; the message names the folder
     */
    static List<KnownHost> in(Path folder) {
        if (!Files.isRegularFile(folder.resolve("truth.json"))) {
            throw new IllegalArgumentException("there is no truth.json in " + folder
                    + ": without the hosts' true redlines nothing can be compared");
        }
        try {
            return all(name -> Files.readString(folder.resolve(name)));
        } catch (UncheckedIOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("scenarios in " + folder + ": " + e.getMessage(), e);
        }
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
        } catch (JacksonException e) {
            throw new IllegalArgumentException("truth.json is no valid JSON: " + e.getOriginalMessage(), e);
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
                                    .badFraction(),
                    knee(known));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Knee> knee(JsonNode known) {
        return known.path("elasticity").isNumber()
                ? Optional.of(new Knee(
                        known.path("rule").asString(""),
                        known.path("elasticity").asDouble()))
                : Optional.empty();
    }
}
