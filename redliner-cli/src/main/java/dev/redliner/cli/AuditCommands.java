package dev.redliner.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner audit …}. */
@Command(name = "audit", description = "Show and verify the audit log: actor, action, time and reason.")
final class AuditCommands {
    private static final String PATH = "/api/v1/audit";
    private static final int LONGEST_CELL = 40;

    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "list", description = "List the newest entries in the order of their time.")
    int list(
            @Option(names = "--subject", paramLabel = "NAME", description = "Only entries about this pool or run.")
                    String subject,
            @Option(names = "--who", paramLabel = "NAME", description = "Only entries of this actor.") String who,
            @Option(names = "--after", paramLabel = "N", description = "Only entries after this one.") Long after,
            @Option(
                            names = "--limit",
                            defaultValue = "50",
                            description = "Maximum number of entries (default: ${DEFAULT-VALUE}).")
                    int limit) {
        String query = "?limit=" + limit
                + (after == null ? "" : "&after=" + after)
                + (subject == null ? "" : "&subject=" + URLEncoder.encode(subject, StandardCharsets.UTF_8))
                + (who == null ? "" : "&who=" + URLEncoder.encode(who, StandardCharsets.UTF_8));
        JsonNode entries = get(PATH + query);
        cli.print(entries, () -> table(entries));
        return ExitCode.DONE.number();
    }

    private static String table(JsonNode entries) {
        Table table = new Table("SEQ", "AT", "WHO", "ACTION", "SUBJECT", "BEFORE", "AFTER", "WHY");
        for (JsonNode entry : entries) {
            table.row(
                    Long.toString(entry.path("seq").asLong()),
                    cell(entry, "at").replaceFirst("\\.[0-9]+Z$", "Z"),
                    cell(entry, "who"),
                    cell(entry, "action"),
                    cell(entry, "subject"),
                    cell(entry, "before"),
                    cell(entry, "after"),
                    Formats.safe(entry.path("why").asString("")));
        }
        return table.text();
    }

    /** A cell of the table. The format {@code -o json} prints the full text. */
    private static String cell(JsonNode entry, String name) {
        String text = Formats.safe(entry.path(name).asString(""));
        return text.length() <= LONGEST_CELL ? text : text.substring(0, LONGEST_CELL - 1) + "…";
    }

    @Command(
            name = "verify",
            description = "Verify the whole chain. Exits with 1 if an entry is missing or was changed.",
            footer = {
                "",
                "The chain shows changed and removed entries, but not the removal of its last entries.",
                "Store the printed head elsewhere, and pass it with --noted the next time."
            })
    int verify(
            @Option(names = "--noted", paramLabel = "SEQ:HASH", description = "A head that was stored earlier.")
                    String noted) {
        JsonNode found = get(PATH + "/verification" + (noted == null ? "" : noted(noted)));
        boolean holds = found.path("holds").asBoolean(false);
        cli.print(found, () -> text(found, holds));
        return (holds ? ExitCode.DONE : ExitCode.STOPPED).number();
    }

    private static String noted(String text) {
        if (!text.matches("[0-9]{1,18}:[0-9a-f]{64}")) {
            throw new CliFailure(ExitCode.USAGE, "'" + text + "' is no head: a number, a colon, 64 hexadecimal digits");
        }
        return "?seq=" + text.replaceFirst(":", "&hash=");
    }

    private static String text(JsonNode found, boolean holds) {
        long entries = found.path("entries").asLong();
        String head = found.path("head").path("seq").asLong() + ":"
                + Formats.safe(found.path("head").path("hash").asString(""));
        return holds
                ? "the chain holds: " + entries + " entries\nhead " + head + "\n"
                : "the chain is BROKEN at entry " + found.path("brokenAt").asLong() + ": "
                        + Formats.safe(found.path("fault").asString("")) + "\n" + entries
                        + " entries hold\nlast that holds " + head + "\n";
    }

    private JsonNode get(String path) {
        return Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
    }
}
