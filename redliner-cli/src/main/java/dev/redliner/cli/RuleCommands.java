package dev.redliner.cli;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.openslo.ImportedRule;
import dev.redliner.service.openslo.InvalidOpenSlo;
import dev.redliner.service.openslo.OpenSlo;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner rule …}. */
@Command(name = "rule", description = "Check SLO rules, and replay them over recorded runs.")
final class RuleCommands {
    @ParentCommand
    private RedlinerCli cli;

    @Command(
            name = "replay",
            description = "Show what the rules of a service file would have done in a run, and where they would have"
                    + " stopped it. Nothing is changed.")
    int replay(
            @Option(names = "--run", required = true, paramLabel = "RUN", description = "The recorded run.") String run,
            @Option(
                            names = {"-f", "--file"},
                            paramLabel = "FILE",
                            description = "The edited service file. Without it, the rules of the run itself.")
                    Path file,
            @Option(names = "--rule", paramLabel = "ID", description = "Show this rule second by second.")
                    String rule) {
        ServiceFile edited = file == null ? null : ServiceFile.read(file);
        String path = "/api/v1/runs/" + URLEncoder.encode(run, StandardCharsets.UTF_8) + "/rules/replay";
        String text = edited == null ? "" : edited.text();
        var answer = Answers.expectOk(
                cli.server().send("POST", path, "application/yaml", text, Map.of()),
                edited == null ? "" : file.toString());
        JsonNode replay = Documents.JSON.readTree(answer.body());
        cli.print(replay, () -> ReplayText.of(replay, Optional.ofNullable(rule)));
        return ReplayText.exit(replay).number();
    }

    @Command(
            name = "import",
            description = "Print the objectives of the SLOs of a file in the format of OpenSLO as rules. The indicator"
                    + " of an SLO may be another document of the file. Needs no server.")
    int imported(@Parameters(paramLabel = "FILE") Path file) {
        List<ImportedRule> rules;
        try {
            rules = OpenSlo.read(file.toString(), TextFile.read(file));
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (InvalidOpenSlo e) {
            throw new CliFailure(ExitCode.USAGE, e.text());
        }
        cli.print(rules, () -> {
            StringBuilder text = new StringBuilder("rules:\n");
            rules.forEach(rule -> text.append("  # ")
                    .append(Formats.safe(rule.meaning()))
                    .append("\n  - {id: ")
                    .append(Formats.safe(rule.id()))
                    .append(", metric: ")
                    .append(rule.metric())
                    .append(", max: ")
                    .append(rule.max())
                    .append("}\n"));
            return text.toString();
        });
        return ExitCode.DONE.number();
    }

    @Command(
            name = "check",
            description = "Compile the rules of a service file, which needs no server. With --service, show the metrics"
                    + " that the rules of a service can read, with the values of its newest verdict.")
    int check(
            @Option(
                            names = {"-f", "--file"},
                            paramLabel = "FILE")
                    Path file,
            @Option(names = "--service", paramLabel = "SERVICE") String name) {
        if ((file == null) == (name == null)) {
            throw new CliFailure(ExitCode.USAGE, "Give either --file or --service.");
        }
        return file == null ? metrics(name) : compile(file);
    }

    private int metrics(String service) {
        String path = "/api/v1/services/" + URLEncoder.encode(service, StandardCharsets.UTF_8) + "/metrics";
        JsonNode metrics = Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
        cli.print(metrics, () -> MetricsText.of(metrics));
        return ExitCode.DONE.number();
    }

    private int compile(Path file) {
        ServiceDefinition service = ServiceFile.read(file).definition();
        cli.print(service.rules(), () -> {
            Table table = new Table("RULE", "WINDOW", "FAILS AFTER", "CLEARS AFTER", "ON FAIL", "PASSES WHILE");
            for (RuleSpec rule : service.rules()) {
                table.row(
                        rule.id(),
                        Formats.duration(rule.window()),
                        rule.failFor().failed() + " of " + rule.failFor().of(),
                        rule.clearFor().passed() + " of " + rule.clearFor().of(),
                        rule.onFail().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        Formats.safe(rule.pass()));
            }
            return table.text();
        });
        return ExitCode.DONE.number();
    }
}
