package dev.redliner.cli;

import dev.redliner.schedule.calendar.ICalendar;
import dev.redliner.schedule.calendar.InvalidCalendar;
import dev.redliner.schedule.calendar.Occurrence;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner calendar …}. */
@Command(name = "calendar", description = "Show and check the calendars that schedules refer to.")
final class CalendarCommands {
    private static final String PATH = "/api/v1/calendars";
    private static final int SHOWN = 10;
    private static final int DAYS = 400;

    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "list", description = "List the calendars of the server, and whether they can be relied on.")
    int list() {
        JsonNode calendars = get(PATH);
        cli.print(calendars, () -> {
            Table table = new Table("CALENDAR", "STATE", "EVENTS", "READ", "NEXT EVENT", "SUMMARY");
            StringBuilder problems = new StringBuilder();
            for (JsonNode it : calendars) {
                JsonNode next = it.path("next").path(0);
                table.row(
                        text(it, "name"),
                        state(it),
                        Integer.toString(it.path("events").asInt(0)),
                        seconds(text(it, "readAt")),
                        time(next, "begin"),
                        text(next, "summary"));
                problems.append(problem(it));
            }
            return calendars.isEmpty()
                    ? "no calendar is declared; see redliner.controller.calendars.sources\n"
                    : table.text() + problems;
        });
        return ExitCode.DONE.number();
    }

    @Command(name = "show", description = "Show a calendar of the server with its next events.")
    int show(@Parameters(paramLabel = "CALENDAR") String name) {
        JsonNode calendar = get(path(name));
        print(calendar);
        return ExitCode.DONE.number();
    }

    @Command(
            name = "read",
            description = "Let the server read a calendar now. Exits with 4 if it cannot be read or used.")
    int read(@Parameters(paramLabel = "CALENDAR") String name) {
        var answer = cli.server().send("POST", path(name) + "/read", "", "", Map.of());
        JsonNode calendar = Documents.JSON.readTree(Answers.expectOk(answer, "").body());
        print(calendar);
        return text(calendar, "problem").isEmpty() ? ExitCode.DONE.number() : ExitCode.REFUSED.number();
    }

    private void print(JsonNode calendar) {
        cli.print(
                calendar,
                () -> text(calendar, "name") + ": " + state(calendar) + ", "
                        + events(calendar.path("events").asInt(0)) + ", read from " + text(calendar, "location")
                        + (text(calendar, "readAt").isEmpty() ? "" : " at " + seconds(text(calendar, "readAt"))) + "\n"
                        + problem(calendar) + events(calendar.path("next")));
    }

    private static String state(JsonNode calendar) {
        if (!calendar.path("usable").asBoolean(false)) {
            return "not usable";
        }
        return text(calendar, "failingSince").isEmpty() ? "works" : "failing";
    }

    private static String problem(JsonNode calendar) {
        String problem = text(calendar, "problem");
        return problem.isEmpty() ? "" : text(calendar, "name") + ": " + problem + "\n";
    }

    private static String events(int number) {
        return number == 1 ? "1 event" : number + " events";
    }

    private static String events(JsonNode events) {
        if (events.isEmpty()) {
            return "it has no event within a year\n";
        }
        Table table = new Table("BEGIN", "END", "SUMMARY");
        events.forEach(it -> table.row(time(it, "begin"), time(it, "end"), text(it, "summary")));
        return table.text();
    }

    /** Times without a zone are local in the zone of each schedule. */
    private static String time(JsonNode event, String key) {
        String time = text(event, key);
        return event.path("local").asBoolean(false) ? time.replaceFirst("(:00)?Z$", "") : time;
    }

    private static String seconds(String instant) {
        return instant.replaceFirst("\\.[0-9]+Z$", "Z");
    }

    @Command(
            name = "check",
            description =
                    "Report the first mistake of a file in iCalendar format, or its next events. Needs no server.")
    int check(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE")
                    Path file,
            @Option(
                            names = "--zone",
                            paramLabel = "ZONE",
                            defaultValue = "UTC",
                            description =
                                    "Zone of times that have none, and of the output (default: ${DEFAULT-VALUE}).")
                    ZoneId zone) {
        Instant now = cli.now();
        try {
            ICalendar calendar = ICalendar.parse(ICalendar.decode(TextFile.bytes(file)));
            LocalDate today = LocalDate.ofInstant(now, zone);
            List<Occurrence> next = calendar.occurrences(today.minusDays(1), today.plusDays(DAYS)).stream()
                    .filter(it -> it.end(zone).isAfter(now))
                    .sorted(Comparator.comparing(it -> it.begin(zone)))
                    .limit(SHOWN)
                    .toList();
            cli.print(
                    Map.of(
                            "events",
                            calendar.events(),
                            "next",
                            next.stream()
                                    .map(it -> Map.of(
                                            "begin", it.begin(zone).toString(),
                                            "end", it.end(zone).toString(),
                                            "summary", it.summary()))
                                    .toList()),
                    () -> file + ": " + events(calendar.events()) + "\n" + table(next, zone));
            return ExitCode.DONE.number();
        } catch (IOException e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (InvalidCalendar e) {
            throw new CliFailure(ExitCode.USAGE, file + ": " + e.getMessage());
        }
    }

    private static String table(List<Occurrence> next, ZoneId zone) {
        if (next.isEmpty()) {
            return "it has no event within a year\n";
        }
        Table table = new Table("BEGIN", "END", "SUMMARY");
        next.forEach(it -> table.row(
                it.begin(zone).atZone(zone).toOffsetDateTime().toString(),
                it.end(zone).atZone(zone).toOffsetDateTime().toString(),
                Formats.safe(it.summary())));
        return table.text();
    }

    private JsonNode get(String path) {
        return Documents.JSON.readTree(
                Answers.expectOk(cli.server().get(path, "application/json"), "").body());
    }

    private static String path(String name) {
        return PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static String text(JsonNode node, String key) {
        return Formats.safe(node.path(key).asString(""));
    }
}
