package dev.redliner.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner report …}. */
@Command(name = "report", description = "Save the report of a run as a file, and compare runs.")
final class ReportCommands {
    private static final Set<String> KINDS = Set.of("html", "json", "csv");

    @ParentCommand
    private RedlinerCli cli;

    @Command(
            name = "save",
            description = "Save the report of a run. The ending of the file selects what it contains: .html a page that"
                    + " needs nothing else, .json everything, .csv the steps.")
    int save(
            @Parameters(paramLabel = "RUN", description = "Id of the run.") String run,
            @Parameters(paramLabel = "FILE", description = "The file, ending in .html, .json or .csv.") Path file) {
        String kind = kind(file);
        // an error of the API says more than the page of an error
        Answers.expectOk(cli.server().get("/api/v1/runs/" + encoded(run), "application/json"), "");
        String text = Answers.expectOk(cli.server().get("/runs/" + encoded(run) + "/report." + kind, "*/*"), "")
                .body();
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, "cannot write " + file + ": " + e.getMessage());
        }
        cli.out().println("the report of " + run + " is in " + file);
        return ExitCode.DONE.number();
    }

    @Command(
            name = "compare",
            description = "Compare a run with a reference, such as the run before a deploy. Exit code 0: it does not"
                    + " carry less by more than the margin; 5: it does; 3: the runs do not tell.",
            sortOptions = false)
    int compare(
            @Parameters(paramLabel = "REFERENCE", description = "Id of the run to compare with.") String reference,
            @Parameters(paramLabel = "RUN", description = "Id of the other run.") String run,
            @Option(
                            names = "--margin",
                            paramLabel = "PERCENT",
                            defaultValue = "3",
                            description = "The difference that matters (default: ${DEFAULT-VALUE}).")
                    double margin) {
        String path =
                "/api/v1/runs/" + encoded(run) + "/comparison?reference=" + encoded(reference) + "&margin=" + margin;
        JsonNode comparison = Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
        String outcome = comparison.path("outcome").asString("");
        cli.print(comparison, () -> text(comparison));
        return switch (outcome) {
            case "NOT_WORSE" -> ExitCode.DONE.number();
            case "WORSE" -> ExitCode.NOT_MET.number();
            default -> ExitCode.INCONCLUSIVE.number();
        };
    }

    private static String text(JsonNode comparison) {
        String answer =
                switch (comparison.path("outcome").asString("")) {
                    case "NOT_WORSE" -> "not worse";
                    case "WORSE" -> "worse";
                    default -> "cannot tell";
                };
        StringBuilder text = new StringBuilder(
                answer + ": " + Formats.safe(comparison.path("words").asString("")) + "\n");
        comparison.path("unfair").forEach(reason -> text.append("  ")
                .append(Formats.safe(reason.asString("")))
                .append('\n'));
        return text.toString();
    }

    private static String kind(Path file) {
        String name = file.toString();
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        if (!name.contains(".") || !KINDS.contains(ending)) {
            throw new CliFailure(ExitCode.USAGE, "the name of " + file + " does not end in .html, .json or .csv");
        }
        return ending;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
