package dev.redliner.cli;

import dev.redliner.cli.Server.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner deploy …}. */
@Command(name = "deploy", description = "Announce deploys, which schedules with 'on: deploy' measure.")
final class DeployCommands {
    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "announce", description = "Announce that a service was deployed.")
    int announce(
            @Parameters(paramLabel = "SERVICE", description = "The service.") String service,
            @Parameters(arity = "0..1", paramLabel = "VERSION", description = "The version, such as 1.2.3.") @Nullable
                    String version,
            @Option(
                            names = "--id",
                            description =
                                    "Id of the deploy. Announcing it again has no effect (default: a random one).")
                    @Nullable
                    String id) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("specversion", "1.0");
        event.put("type", "dev.redliner.deploy");
        event.put("source", "redliner-cli");
        event.put("id", id == null ? UUID.randomUUID().toString() : id);
        event.put("subject", service);
        event.put("data", version == null ? Map.of() : Map.of("version", version));
        Answer answer = cli.server()
                .send(
                        "POST",
                        "/api/v1/events",
                        "application/cloudevents+json",
                        Documents.JSON.writeValueAsString(event),
                        Map.of());
        JsonNode announced =
                Documents.JSON.readTree(Answers.expectOk(answer, "").body());
        cli.print(announced, () -> text(announced));
        return ExitCode.DONE.number();
    }

    private static String text(JsonNode announced) {
        if (announced.path("known").asBoolean(false)) {
            return "this deploy was announced before; nothing was changed\n";
        }
        var schedules = announced
                .path("schedules")
                .valueStream()
                .map(name -> Formats.safe(name.asString("")))
                .toList();
        return schedules.isEmpty()
                ? "announced; no schedule with 'on: deploy' measures this service\n"
                : "announced; it is measured by: " + String.join(", ", schedules) + "\n";
    }

    @Command(name = "list", description = "List the newest deploys of a service.")
    int list(@Parameters(paramLabel = "SERVICE", description = "The service.") String service) {
        String path = "/api/v1/services/" + URLEncoder.encode(service, StandardCharsets.UTF_8) + "/deploys";
        JsonNode deploys = Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
        cli.print(deploys, () -> table(deploys));
        return ExitCode.DONE.number();
    }

    private static String table(JsonNode deploys) {
        Table table = new Table("AT", "VERSION", "BY", "ID");
        for (JsonNode deploy : deploys) {
            table.row(
                    Formats.safe(deploy.path("at").asString("")),
                    Formats.safe(deploy.path("version").asString("")),
                    Formats.safe(deploy.path("announcedBy").asString("")),
                    Formats.safe(deploy.path("id").asString("")));
        }
        return table.text();
    }
}
