package dev.redliner.cli;

import dev.redliner.cli.Server.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner lever …}. */
@Command(
        name = "lever",
        description = "The safety lever: stop every run, and refuse new runs until the lever is released.")
public final class LeverCommands {
    private static final String PATH = "/api/v1/safety-lever";

    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "engage", description = "Stop and restore every run now, and refuse new runs until the release.")
    int engage(@Option(names = "--why", required = true, description = "Reason for the audit log.") String why) {
        String body = Documents.JSON.writeValueAsString(Map.of("why", why));
        return print(cli.server().send("PUT", PATH, "application/json", body, Map.of()));
    }

    @Command(name = "release", description = "Release the lever, so that runs can begin again.")
    int release(@Option(names = "--why", required = true, description = "Reason for the audit log.") String why) {
        String query = "?why=" + URLEncoder.encode(why, StandardCharsets.UTF_8);
        return print(cli.server().send("DELETE", PATH + query, "", "", Map.of()));
    }

    @Command(name = "show", description = "Show whether the lever is engaged, and by whom, since when and why.")
    int show() {
        return print(cli.server().get(PATH, "application/json"));
    }

    private int print(Answer answer) {
        JsonNode lever = Documents.JSON.readTree(Answers.expectOk(answer, "").body());
        cli.print(lever, () -> text(lever));
        return ExitCode.DONE.number();
    }

    private static String text(JsonNode lever) {
        String stored = lever.path("stored").asBoolean(true)
                ? ""
                : "The database does not answer: it holds at this controller, and is stored when the database is back.\n";
        return engaged(lever).map(words -> words + ".\n").orElse("the safety lever is released.\n") + stored;
    }

    /**
     * A sentence about an engaged lever, for other commands, or empty if it is released or the server does not answer.
     */
    public static Optional<String> engaged(Server server) {
        try {
            Answer answer = server.get(PATH, "application/json");
            return answer.ok() ? engaged(Documents.JSON.readTree(answer.body())) : Optional.empty();
        } catch (CliFailure e) {
            return Optional.empty();
        }
    }

    private static Optional<String> engaged(JsonNode lever) {
        if (!lever.path("engaged").asBoolean(false)) {
            return Optional.empty();
        }
        return Optional.of("the safety lever is engaged by "
                + Formats.safe(lever.path("who").asString("")) + " since "
                + Formats.safe(lever.path("since").asString("")).replaceFirst("\\.[0-9]+Z$", "Z") + ": "
                + Formats.safe(lever.path("why").asString("")));
    }
}
