package dev.redliner.cli;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** {@code redliner run …}. */
@Command(name = "run", description = "Start, watch and abort runs.")
final class RunCommands {
    private static final int OVER_ALREADY = 200;
    private static final String NOT_MET = "The result is not the expected one. ";

    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    static String path(String run) {
        return "/api/v1/runs/" + URLEncoder.encode(run, StandardCharsets.UTF_8);
    }

    static RunReport find(Server server, String run) {
        var answer = Answers.expectOk(server.get(path(run), "application/json"), "");
        return Documents.JSON.readValue(answer.body(), RunReport.class);
    }

    @Command(name = "start", description = "Start a run.")
    int start(
            @Parameters(paramLabel = "SERVICE") String service,
            @Option(names = "--watch", description = "Follow the run to its end.") boolean watch,
            @Option(
                            names = "--profile",
                            paramLabel = "NAME",
                            description =
                                    "Profile of the search: default, gentle or quick (default: that of the service).")
                    @Nullable
                    String profile,
            @Option(names = "--cold", description = "Do not begin from the redline of an earlier run.") boolean cold,
            @Option(
                            names = "--expect",
                            paramLabel = "EXPECTATION",
                            description =
                                    "Expected result, such as 'redline >= 700', 'recovered <= 10s' or 'p99 at 600 <= 150ms',"
                                            + " in place of the service's. With --watch, exits with 5 if it is not met.")
                    @Nullable
                    List<String> expectations,
            @Option(
                            names = "--target",
                            paramLabel = "RPS",
                            description = "Load to plan hosts for (default: that of the service).")
                    @Nullable
                    Double target,
            @Option(
                            names = "--dry-run",
                            description =
                                    "Check at the baseline whether the run could begin, and move no traffic. Exits with 4 if not.")
                    boolean dryRun) {
        if (dryRun && (profile != null || cold || expectations != null || target != null)) {
            throw new ParameterException(
                    spec.commandLine(), "A dry run measures nothing: --dry-run goes with --watch only.");
        }
        Server server = cli.server();
        String precision = watch || dryRun || profile != null ? "" : ExpectedPrecision.now(server, service);
        var answer = Answers.expectOk(
                server.send(
                        "POST",
                        // a server that knows no dry runs must not start a run
                        dryRun ? "/api/v1/dry-runs" : "/api/v1/runs",
                        "application/json",
                        Documents.JSON.writeValueAsString(
                                dryRun
                                        ? Map.of("service", service)
                                        : order(service, profile, cold, expectations, target)),
                        Map.of("Idempotency-Key", UUID.randomUUID().toString())),
                "");
        JsonNode started = Documents.JSON.readTree(answer.body());
        String run = started.path("id").asString();
        if (watch) {
            return watch(run);
        }
        cli.print(
                started,
                () -> "run " + Formats.safe(run) + " of " + service + " is accepted.\n" + precision
                        + "Watch it with: redliner run watch " + Formats.safe(run) + "\n");
        return ExitCode.DONE.number();
    }

    private static Map<String, Object> order(
            String service,
            @Nullable String profile,
            boolean cold,
            @Nullable List<String> expectations,
            @Nullable Double target) {
        Map<String, Object> order = new LinkedHashMap<>(Map.of("service", service));
        if (profile != null) {
            order.put("profile", profile);
        }
        if (cold) {
            order.put("cold", true);
        }
        if (expectations != null) {
            order.put("expect", ExpectOption.parse(expectations));
        }
        if (target != null) {
            order.put("targetRps", target);
        }
        return order;
    }

    @Command(name = "watch", description = "Follow a run to its end. The exit code states how it ended.")
    int watch(@Parameters(paramLabel = "RUN") String run) {
        // The live view must not get into a document that somebody pipes on.
        var stream = cli.format() == OutputFormat.table ? cli.out() : cli.err();
        RunReport end = new RunWatcher(cli.server(), LiveView.on(stream)).follow(run);
        cli.print(end, () -> "\n" + ResultView.text(end, OptionalDouble.empty(), TextWidth.ofOutput()));
        return ExitCode.of(end).number();
    }

    @Command(name = "show", description = "Show the report of a run.")
    int show(
            @Parameters(paramLabel = "RUN") String run,
            @Option(names = "--signals", description = "Show the signals of each step, too.") boolean signals) {
        RunReport report = find(cli.server(), run);
        cli.print(report, () -> {
            int columns = TextWidth.ofOutput();
            StringBuilder text = new StringBuilder();
            report.steps().stream()
                    .filter(step -> step.to() != null)
                    .flatMap(step -> Fold.at(columns, LiveLines.LOG_INDENT, LiveLines.ended(step)).stream())
                    .forEach(line -> text.append(line).append('\n'));
            return text
                    + (report.state().over()
                            ? ResultView.text(report, OptionalDouble.empty(), columns)
                            : StandingView.text(report, cli.now(), columns))
                    + (signals ? "\n" + SignalsView.text(report) : "");
        });
        return ExitCode.DONE.number();
    }

    @Command(name = "abort", description = "End a run and restore its traffic.")
    int abort(
            @Parameters(paramLabel = "RUN") String run,
            @Option(names = "--why", description = "Reason for the audit log.", defaultValue = "aborted by hand")
                    String why) {
        Server.Answer answer = say(run, "/abort", why);
        JsonNode document = Documents.JSON.readTree(answer.body());
        JsonNode note = document.path("note");
        cli.print(
                document,
                () -> answer.status() == OVER_ALREADY
                        ? "run " + run + " is over already; there was nothing to abort.\n"
                        : "run " + run + " is being aborted. "
                                + (note.isString() ? note.stringValue() : "Its traffic goes back.") + "\n");
        return ExitCode.DONE.number();
    }

    @Command(
            name = "dismiss",
            description =
                    "End a run whose restore cannot be seen, such as of a pool that is gone. Look at the Envoys first.")
    int dismiss(
            @Parameters(paramLabel = "RUN") String run,
            @Option(names = "--why", required = true, description = "Reason for the audit log.") String why) {
        var answer = say(run, "/dismissal", why);
        cli.print(
                Documents.JSON.readTree(answer.body()),
                () -> "run " + run + " is over; its report says whether its restore was seen.\n");
        return ExitCode.DONE.number();
    }

    private Server.Answer say(String run, String what, String why) {
        return Answers.expectOk(
                cli.server()
                        .send(
                                "POST",
                                path(run) + what,
                                "application/json",
                                Documents.JSON.writeValueAsString(Map.of("why", why)),
                                Map.of()),
                "");
    }

    @Command(name = "list", description = "List the newest runs.")
    int list(
            @Option(
                            names = "--limit",
                            defaultValue = "20",
                            description = "Maximum number of runs (default: ${DEFAULT-VALUE}).")
                    int limit,
            @Option(names = "--service", paramLabel = "SERVICE", description = "Only runs of this service.") @Nullable
                    String service,
            @Option(names = "--state", description = "Only runs in this state: ${COMPLETION-CANDIDATES}.") @Nullable
                    RunState state,
            @Option(
                            names = "--by",
                            paramLabel = "NAME",
                            description = "Only runs that this account, address or schedule started.")
                    @Nullable
                    String by) {
        String path = "/api/v1/runs?limit=" + limit
                + (service == null ? "" : "&service=" + URLEncoder.encode(service, StandardCharsets.UTF_8))
                + (state == null ? "" : "&state=" + state)
                + (by == null ? "" : "&by=" + URLEncoder.encode(by, StandardCharsets.UTF_8));
        var answer = Answers.expectOk(cli.server().get(path, "application/json"), "");
        JsonNode runs = Documents.JSON.readTree(answer.body());
        answer.header("Redliner-Incomplete").ifPresent(note -> cli.err().println(Formats.safe(note)));
        cli.print(runs, () -> {
            Table table = new Table("RUN", "SERVICE", "STATE", "STARTED", "REDLINE", "REASON");
            for (JsonNode run : runs) {
                boolean completed = run.path("state").asString("").equals(RunState.COMPLETED.name());
                JsonNode redline = completed ? run.path("redline") : MissingNode.getInstance();
                JsonNode rps = redline.path("rps");
                table.row(
                        Formats.safe(run.path("id").asString("")),
                        Formats.safe(run.path("service").asString("")),
                        LiveLines.state(Formats.safe(run.path("state").asString(""))),
                        Formats.safe(run.path("startedAt").asString("")).replaceFirst("\\.[0-9]+Z$", "Z"),
                        (redline.path("atLeast").asBoolean(false) ? ">= " : "")
                                + Formats.rps(rps.isNumber() ? rps.asDouble() : null),
                        (run.path("expectation").asString("").equals("NOT_MET") ? NOT_MET : "")
                                + Formats.safe(run.path("reason").asString("")));
            }
            String lever = LeverCommands.engaged(cli.server())
                    .map(words -> words + ".\n")
                    .orElse("");
            return lever + table.text();
        });
        return ExitCode.DONE.number();
    }
}
