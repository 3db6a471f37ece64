package dev.redliner.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner notify …}. */
@Command(name = "notify", description = "Show and test the destinations of notifications.")
final class NotifyCommands {
    private static final String PATH = "/api/v1/notifications";

    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "list", description = "List the destinations, and whether they work.")
    int list() {
        JsonNode destinations = get(PATH);
        cli.print(destinations, () -> {
            Table table = new Table("DESTINATION", "KIND", "ADDRESS", "STATE", "LAST SENT", "REASON");
            for (JsonNode it : destinations) {
                table.row(
                        text(it, "name"),
                        text(it, "kind"),
                        text(it, "address"),
                        state(it),
                        text(it, "lastSentAt").replaceFirst("\\.[0-9]+Z$", "Z"),
                        text(it, "lastError"));
            }
            return destinations.isEmpty()
                    ? "no destination is declared; see redliner.controller.notifications.destinations\n"
                    : table.text();
        });
        return ExitCode.DONE.number();
    }

    /** A destination that never received anything may work or not. */
    private static String state(JsonNode destination) {
        if (destination.path("failing").asBoolean(false)) {
            return "failing";
        }
        return text(destination, "lastSentAt").isEmpty() ? "not tried" : "works";
    }

    @Command(name = "test", description = "Send a test to a destination. Exits with 4 if it is not taken.")
    int test(@Parameters(paramLabel = "DESTINATION") String name) {
        return taken(path(name) + "/test", name + " took the test\n");
    }

    @Command(name = "failures", description = "List the events that destinations did not receive, the newest first.")
    int failures(
            @Option(
                            names = "--limit",
                            defaultValue = "50",
                            description = "Maximum number of events (default: ${DEFAULT-VALUE}).")
                    int limit) {
        JsonNode failures = get(PATH + "/failures?limit=" + limit);
        cli.print(failures, () -> {
            Table table = new Table("DESTINATION", "EVENT", "AT", "REASON", "MESSAGE");
            failures.forEach(it -> table.row(
                    text(it, "destination"),
                    Long.toString(it.path("seq").asLong()),
                    text(it, "at"),
                    text(it, "reason"),
                    text(it, "message")));
            return failures.isEmpty() ? "none\n" : table.text();
        });
        return ExitCode.DONE.number();
    }

    @Command(name = "retry", description = "Send an event again. Exits with 4 if it is not taken.")
    int retry(
            @Parameters(paramLabel = "DESTINATION") String name,
            @Parameters(paramLabel = "EVENT", description = "Its number in the list of failures.") long event) {
        return taken(path(name) + "/failures/" + event + "/retry", name + " took event " + event + "\n");
    }

    private int taken(String path, String done) {
        JsonNode taken = Documents.JSON.readTree(Answers.expectOk(cli.server().send("POST", path, "", "", Map.of()), "")
                .body());
        cli.print(taken, () -> done);
        return ExitCode.DONE.number();
    }

    private JsonNode get(String path) {
        return Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
    }

    private static String text(JsonNode node, String field) {
        return Formats.safe(node.path(field).asString(""));
    }

    private static String path(String name) {
        return PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
