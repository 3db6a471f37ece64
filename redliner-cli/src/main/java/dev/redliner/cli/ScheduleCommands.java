package dev.redliner.cli;

import dev.redliner.schedule.Firings;
import dev.redliner.schedule.OnCalendar;
import dev.redliner.schedule.OnDeploy;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.schedule.ScheduleYaml;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner schedule …}. */
@Command(name = "schedule", description = "Declare and show when services are measured by themselves.")
final class ScheduleCommands {
    private static final String PATH = "/api/v1/schedules";
    private static final String PAUSE = "/api/v1/schedule-pause";
    private static final int NEXT_CHECKED = 3;

    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "schema", description = "Print the JSON Schema of schedule files, for editors. Needs no server.")
    int schema() {
        cli.out().print(ScheduleYaml.schema());
        return ExitCode.DONE.number();
    }

    @Command(name = "apply", description = "Create or change the schedule that a file declares.")
    int apply(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE")
                    Path file,
            @Option(
                            names = "--revision",
                            paramLabel = "N",
                            description = "Only if this is the current revision on the server.")
                    Long revision) {
        ScheduleFile declared = ScheduleFile.read(file);
        String name = declared.definition().name();
        var answer = Answers.expectOk(
                cli.server().send("PUT", path(name), "application/yaml", declared.text(), ifMatch(revision)),
                file.toString());
        JsonNode stored = Documents.JSON.readTree(answer.body());
        cli.print(
                stored,
                () -> "schedule " + name + " " + (answer.status() == 201 ? "created" : "changed") + ", revision "
                        + stored.path("revision").asLong() + "\n" + firings(stored.path("next")) + warning(stored));
        return ExitCode.DONE.number();
    }

    @Command(name = "check", description = "Report the mistakes of a file, and its next firings. Needs no server.")
    int check(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE")
                    Path file) {
        var schedule = ScheduleFile.read(file).definition();
        ZoneId zone = schedule.zone();
        List<String> next = new Firings(schedule)
                .after(cli.now(), NEXT_CHECKED).stream()
                        .map(it -> it.due().atZone(zone).toOffsetDateTime().toString())
                        .toList();
        cli.print(
                Map.of("schedule", schedule.name(), "service", schedule.service(), "next", next),
                () -> file + ": schedule " + schedule.name() + " of service " + schedule.service() + " is valid\n"
                        + due(schedule, next) + calendars(schedule));
        return ExitCode.DONE.number();
    }

    private static String due(ScheduleDefinition schedule, List<String> next) {
        if (schedule.timing() instanceof OnDeploy) {
            return "it is due after each deploy of the service\n";
        }
        if (schedule.timing() instanceof OnCalendar onCalendar) {
            return "it is due at the events of " + onCalendar.events().words() + "\n";
        }
        return next.isEmpty() ? "it is never due again\n" : "next: " + String.join(", ", next) + "\n";
    }

    private static String calendars(ScheduleDefinition schedule) {
        return schedule.calendars().isEmpty()
                ? ""
                : "whether the server has these calendars was not checked: " + String.join(", ", schedule.calendars())
                        + "\n";
    }

    @Command(name = "list", description = "List all schedules with their next firing.")
    int list() {
        JsonNode schedules = AllPages.of(cli.server(), PATH);
        cli.print(schedules, () -> {
            Table table = new Table("SCHEDULE", "SERVICE", "WHEN", "ZONE", "NEXT", "FATE");
            StringBuilder notes = new StringBuilder();
            for (JsonNode schedule : schedules) {
                JsonNode definition = schedule.path("definition");
                JsonNode next = schedule.path("next").path(0);
                table.row(
                        text(schedule, "name"),
                        text(schedule, "service"),
                        when(definition),
                        text(definition, "zone"),
                        text(next, "dueAt"),
                        fate(next));
                notes.append(notes(schedule));
            }
            return table.text() + notes;
        });
        return ExitCode.DONE.number();
    }

    private static String when(JsonNode definition) {
        String on = text(definition, "on");
        String slots = Formats.safe(
                definition.path("cron").asString(definition.path("at").asString("")));
        String calendar = text(definition, "calendar");
        if (!calendar.isEmpty()) {
            return "calendar " + calendar;
        }
        return on.isEmpty() ? slots : "on " + on;
    }

    private String notes(JsonNode schedule) {
        JsonNode waiting = schedule.path("waiting");
        String waits = waiting.isObject()
                ? text(schedule, "name") + waits(waiting) + text(waiting, "dueAt") + ": " + text(waiting, "reason")
                        + "\n"
                : "";
        String problem = text(schedule, "problem");
        return waits + warning(schedule) + (problem.isEmpty() ? "" : problem + "\n");
    }

    /** A version that was deployed is not due before it has settled. */
    private String waits(JsonNode waiting) {
        boolean settles = Instant.parse(waiting.path("dueAt").asString("")).isAfter(cli.now());
        return settles ? " waits until " : " waits since ";
    }

    private static String warning(JsonNode schedule) {
        String warning = text(schedule, "warning");
        return warning.isEmpty() ? "" : text(schedule, "name") + ": " + warning + "\n";
    }

    @Command(name = "show", description = "Show a schedule as declared.")
    int show(@Parameters(paramLabel = "SCHEDULE") String name) {
        if (cli.format() == OutputFormat.json) {
            cli.print(get(path(name)), () -> "");
        } else {
            cli.out()
                    .print(Answers.expectOk(cli.server().get(path(name), "application/yaml"), "")
                            .body());
        }
        return ExitCode.DONE.number();
    }

    @Command(name = "delete", description = "Delete a schedule. Its firings are kept, and a run that it began goes on.")
    int delete(
            @Parameters(paramLabel = "SCHEDULE") String name,
            @Option(
                            names = "--revision",
                            paramLabel = "N",
                            description = "Only if this is the current revision on the server.")
                    Long revision) {
        Answers.expectOk(cli.server().send("DELETE", path(name), "", "", ifMatch(revision)), "");
        cli.print(Map.of("deleted", name), () -> "schedule " + name + " deleted\n");
        return ExitCode.DONE.number();
    }

    @Command(name = "pause", description = "Let a schedule, or all of them, fire nothing until resumed.")
    int pause(
            @Parameters(paramLabel = "SCHEDULE", arity = "0..1") @Nullable String name,
            @Option(names = "--all", description = "All schedules. Runs by hand are still possible.") boolean all,
            @Option(names = "--why", description = "Reason for the audit log, with --all.") @Nullable String why) {
        return one(name, all) ? changed(String.valueOf(name), "pause", "paused") : allChanged(true, why);
    }

    @Command(name = "resume", description = "Resume a paused schedule, or end the pause of all of them.")
    int resume(
            @Parameters(paramLabel = "SCHEDULE", arity = "0..1") @Nullable String name,
            @Option(names = "--all", description = "End the pause of all schedules.") boolean all,
            @Option(names = "--why", description = "Reason for the audit log, with --all.") @Nullable String why) {
        return one(name, all) ? changed(String.valueOf(name), "resume", "resumed") : allChanged(false, why);
    }

    private static boolean one(@Nullable String name, boolean all) {
        if ((name == null) != all) {
            throw new CliFailure(ExitCode.USAGE, "Name one schedule, or all of them with --all.");
        }
        return !all;
    }

    private int allChanged(boolean pause, @Nullable String why) {
        String reason = why == null ? "" : why;
        var answer = pause
                ? cli.server()
                        .send(
                                "PUT",
                                PAUSE,
                                "application/json",
                                Documents.JSON.writeValueAsString(Map.of("why", reason)),
                                Map.of())
                : cli.server()
                        .send(
                                "DELETE",
                                PAUSE + "?why=" + URLEncoder.encode(reason, StandardCharsets.UTF_8),
                                "",
                                "",
                                Map.of());
        JsonNode state = Documents.JSON.readTree(Answers.expectOk(answer, "").body());
        cli.print(state, () -> paused(state));
        return ExitCode.DONE.number();
    }

    private static String paused(JsonNode state) {
        return state.path("paused").asBoolean()
                ? "all schedules are paused by " + text(state, "who") + " since " + text(state, "since") + ": "
                        + text(state, "why") + "\n"
                : "the schedules are not paused together\n";
    }

    private int changed(String name, String action, String done) {
        var answer = Answers.expectOk(cli.server().send("POST", path(name) + "/" + action, "", "", Map.of()), "");
        JsonNode schedule = Documents.JSON.readTree(answer.body());
        cli.print(schedule, () -> "schedule " + name + " " + done + "\n" + firings(schedule.path("next")));
        return ExitCode.DONE.number();
    }

    @Command(name = "next", description = "Show the next firings of a schedule, and what will become of them.")
    int next(
            @Parameters(paramLabel = "SCHEDULE") String name,
            @Option(names = "--count", paramLabel = "N", defaultValue = "5", description = "How many (default: 5).")
                    int count) {
        JsonNode next = get(path(name) + "/firings?limit=1&next=" + count).path("next");
        cli.print(next, () -> firings(next));
        return ExitCode.DONE.number();
    }

    @Command(name = "history", description = "Show the firings that were due, with their runs, or why none began.")
    int history(
            @Parameters(paramLabel = "SCHEDULE") String name,
            @Option(names = "--count", paramLabel = "N", defaultValue = "20", description = "How many (default: 20).")
                    int count) {
        JsonNode past = get(path(name) + "/firings?next=0&limit=" + count).path("past");
        cli.print(past, () -> {
            Table table = new Table("SLOT", "DUE", "STATE", "RUN", "REASON");
            past.forEach(it -> table.row(
                    text(it, "slot"),
                    text(it, "dueAt"),
                    text(it, "state"),
                    (text(it, "run") + " " + text(it, "runState")).strip(),
                    text(it, "reason")));
            return table.text();
        });
        return ExitCode.DONE.number();
    }

    private static String firings(JsonNode next) {
        Table table = new Table("SLOT", "DUE", "FATE");
        next.forEach(it -> table.row(text(it, "slot"), text(it, "dueAt"), fate(it)));
        return next.isEmpty() ? "no further firing is known\n" : table.text();
    }

    private static String fate(JsonNode firing) {
        String begins = text(firing, "beginsAt");
        return switch (text(firing, "fate")) {
            case "RUNS" -> "runs";
            case "WAITS" -> "waits" + (begins.isEmpty() ? "" : " until " + begins) + ": " + text(firing, "reason");
            case "SKIPPED" -> "does not run: " + text(firing, "reason");
            default -> Formats.UNKNOWN;
        };
    }

    private JsonNode get(String path) {
        return Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
    }

    private static String text(JsonNode node, String field) {
        return Formats.safe(node.path(field).asString(""));
    }

    private static Map<String, String> ifMatch(Long revision) {
        return revision == null ? Map.of() : Map.of("If-Match", "\"" + revision + "\"");
    }

    private static String path(String name) {
        return PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
