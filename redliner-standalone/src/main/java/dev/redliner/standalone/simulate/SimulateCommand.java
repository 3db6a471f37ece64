package dev.redliner.standalone.simulate;

import dev.redliner.cli.Documents;
import dev.redliner.cli.OutputFormat;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.cli.TextFile;
import dev.redliner.hostmodel.BuiltInHost;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.OwnScenarios;
import dev.redliner.hostmodel.ScenarioFile;
import dev.redliner.hostmodel.SimulatedHost;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner simulate}: a rehearsal before production. */
@Command(
        name = "simulate",
        description = {
            "Rehearse a run in virtual time: the real search, rules and run on a simulated host.",
            "Needs no server and no traffic."
        })
public final class SimulateCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "COMMAND",
            description = "Your own host model: a program that exchanges lines of JSON (docs/search.md).")
    private @Nullable String host;

    @Option(
            names = "--host-timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Timeout of one answer (default: ${DEFAULT-VALUE}).")
    private int hostTimeout;

    @Option(
            names = "--scenario",
            paramLabel = "FILE|NAME",
            defaultValue = "s01_mm16",
            description =
                    "For the built-in host model: a file, or the name of a scenario that ships with Redliner (default: ${DEFAULT-VALUE}).")
    private String scenario;

    @Mixin
    private final Seed seed = new Seed();

    @Option(names = "--rules", paramLabel = "FILE", description = "Service file with the rules and limits.")
    private @Nullable Path rules;

    @Option(
            names = "--harm-budget",
            paramLabel = "FRACTION",
            defaultValue = "0.2",
            description = "Without --rules: harm budget that ends the run (default: ${DEFAULT-VALUE}).")
    private double harmBudget;

    @Option(names = "--prior", paramLabel = "RPS", description = "Redline of an earlier run.")
    private @Nullable Double prior;

    @Mixin
    private final SearchProfile profile = new SearchProfile();

    @Mixin
    private final HistoryOption history = new HistoryOption();

    @Override
    public Integer call() {
        var simulation = new Simulation(settings(), declared(), budget(), history.duration());
        SimulationResult result;
        try (SimulatedHost simulated = simulated()) {
            result = simulation.on(simulated);
        } catch (HostFailed e) {
            result = SimulationResult.nothing(
                    host == null ? scenario : "outside", "host_failed", String.valueOf(e.getMessage()));
            cli.err().println(e.getMessage());
        }
        cli.out()
                .print(
                        cli.format() == OutputFormat.table
                                ? SimulationView.text(result, truth())
                                : Documents.print(result, cli.format()));
        cli.out().flush();
        return result.exitCode();
    }

    /** The host's true redline by its scenario's own rules, or null with other rules or without a truth. */
    private @Nullable Double truth() {
        boolean own = host == null && rules == null && !Files.isRegularFile(Path.of(scenario));
        return own ? OwnScenarios.truths().get(scenario) : null;
    }

    private double budget() {
        if (!(harmBudget > 0 && harmBudget <= 1)) {
            throw wrong("--harm-budget " + harmBudget + " is not above 0 and up to 1");
        }
        return harmBudget;
    }

    private SearchSettings settings() {
        SearchSettings settings = profile.settings();
        if (prior == null) {
            return settings;
        }
        if (!(prior > 0 && Double.isFinite(prior))) {
            throw wrong("--prior " + prior + " is not above zero");
        }
        return settings.knowing(Prior.stated(prior));
    }

    private @Nullable ServiceDefinition declared() {
        if (rules == null) {
            return null;
        }
        try {
            return ServiceYaml.parse(rules.toString(), TextFile.read(rules));
        } catch (InvalidService e) {
            throw wrong(e.text());
        } catch (IOException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private SimulatedHost simulated() {
        if (hostTimeout < 1) {
            throw wrong("--host-timeout " + hostTimeout + " is below 1 s");
        }
        if (host != null) {
            return OutsideHost.start(host, Duration.ofSeconds(hostTimeout));
        }
        try {
            return new BuiltInHost(ScenarioFile.parse(read(scenario)), seed.number());
        } catch (IllegalArgumentException e) {
            throw wrong("scenario " + scenario + ": " + e.getMessage());
        }
    }

    private String read(String name) {
        try {
            if (Files.isRegularFile(Path.of(name))) {
                return TextFile.read(Path.of(name));
            }
            if (OwnScenarios.truths().containsKey(name)) {
                return OwnScenarios.read(name + ".json");
            }
        } catch (IOException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        throw wrong("there is no file and no scenario '" + name + "'; those that come along are "
                + String.join(", ", OwnScenarios.truths().keySet()));
    }

    private ParameterException wrong(String why) {
        return new ParameterException(spec.commandLine(), why);
    }
}
