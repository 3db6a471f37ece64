package dev.redliner.cli;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.service.InvalidService;
import dev.redliner.service.Precisions;
import dev.redliner.service.SchemaResource;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner service …}. */
@Command(name = "service", description = "Declare and show services.", subcommands = UsersCommand.class)
final class ServiceCommands {
    static final String PATH = "/api/v1/services";

    @ParentCommand
    private RedlinerCli cli;

    RedlinerCli cli() {
        return cli;
    }

    @Command(name = "schema", description = "Print the JSON Schema of service files, for editors. Needs no server.")
    int schema() {
        cli.out().print(SchemaResource.service());
        return ExitCode.DONE.number();
    }

    @Command(name = "apply", description = "Create or change the service that a file declares.")
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
        ServiceFile declared = ServiceFile.read(file);
        ServiceDefinition service = declared.definition();
        String note = baselineNote(service.pool());
        var answer = Answers.expectOk(
                cli.server().send("PUT", path(service.name()), "application/yaml", declared.text(), ifMatch(revision)),
                file.toString());
        JsonNode stored = Documents.JSON.readTree(answer.body());
        cli.print(
                stored,
                () -> "service " + service.name() + " "
                        + (answer.status() == 201 ? "created" : "changed") + ", revision "
                        + stored.path("revision").asLong() + "\n"
                        + configurations().note(service.name())
                        + note
                        + ExpectedPrecision.now(cli.server(), service));
        return ExitCode.DONE.number();
    }

    /** A note that the baseline changes where the routes are not Redliner's, or empty. */
    private String baselineNote(Pool changed) {
        if (changed.envoy().mode() != EnvoySettings.Mode.RUNTIME_ONLY
                || before(changed.name())
                        .filter(before -> before.envoy().mode() == EnvoySettings.Mode.RUNTIME_ONLY
                                && !before.baselineShare().equals(changed.baselineShare()))
                        .isEmpty()) {
            return "";
        }
        return "Redliner does not serve the routes of its Envoys. Give them the new baseline of "
                + changed.baselineShare() + ": as " + changed.runtimeKey()
                + " in the layer base, and as the default of the routes.\n"
                + "Until then, its runs are refused as far as the counts show it. The values: redliner envoy bootstrap "
                + changed.name() + "\n";
    }

    /** The pool of a service as it is declared on the server, or empty if there is none. */
    private Optional<Pool> before(String service) {
        var answer = cli.server().get(path(service), "application/yaml");
        try {
            return answer.ok() ? Optional.of(ServiceYaml.pool(answer.body())) : Optional.empty();
        } catch (InvalidService e) {
            // written by another version
            return Optional.empty();
        }
    }

    @Command(
            name = "check",
            description = "Report the mistakes of a file, and the precision that its runs can reach. Needs no server.")
    int check(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE")
                    Path file) {
        ServiceDefinition service = ServiceFile.read(file).definition();
        Map<String, Object> checked = new LinkedHashMap<>();
        checked.put("service", service.name());
        checked.put("rules", service.rules().size());
        Precisions.of(service, List.of()).ifPresent(precision -> checked.put("precision", precision));
        cli.print(
                checked,
                () -> file + ": service " + service.name() + " with "
                        + service.rules().size() + " rules is valid\n" + ExpectedPrecision.atExamples(service));
        return ExitCode.DONE.number();
    }

    @Command(name = "list", description = "List all services.")
    int list() {
        JsonNode services = AllPages.of(cli.server(), PATH);
        cli.print(services, () -> {
            Table table = new Table("SERVICE", "REVISION", "SUT", "UPDATED", "BY");
            for (JsonNode service : services) {
                JsonNode sut = service.path("definition").path("pool").path("sut");
                table.row(
                        Formats.safe(service.path("name").asString("")),
                        Long.toString(service.path("revision").asLong()),
                        Formats.safe(hosts(sut)),
                        Formats.safe(service.path("updatedAt").asString("")).replaceFirst("\\.[0-9]+Z$", "Z"),
                        Formats.safe(service.path("updatedBy").asString("")));
            }
            return table.text() + problems(services);
        });
        return ExitCode.DONE.number();
    }

    private static String problems(JsonNode services) {
        return services.valueStream()
                .map(service -> Formats.safe(service.path("problem").asString("")))
                .filter(problem -> !problem.isEmpty())
                .map(problem -> problem + "\n")
                .collect(Collectors.joining());
    }

    /** Names one host, or the hosts of a set. */
    private static String hosts(JsonNode sut) {
        return sut.isArray()
                ? sut.valueStream().map(host -> host.asString("")).collect(Collectors.joining(", "))
                : sut.asString("");
    }

    @Command(name = "show", description = "Show a service as declared.")
    int show(@Parameters(paramLabel = "SERVICE") String name) {
        if (cli.format() == OutputFormat.json) {
            var answer = Answers.expectOk(cli.server().get(path(name), "application/json"), "");
            cli.print(Documents.JSON.readTree(answer.body()), () -> "");
        } else {
            cli.out()
                    .print(Answers.expectOk(cli.server().get(path(name), "application/yaml"), "")
                            .body());
        }
        return ExitCode.DONE.number();
    }

    @Command(
            name = "delete",
            description = "Delete a service that is not being measured. Its Envoys keep their configuration.")
    int delete(
            @Parameters(paramLabel = "SERVICE") String name,
            @Option(
                            names = "--revision",
                            paramLabel = "N",
                            description = "Only if this is the current revision on the server.")
                    Long revision) {
        Answers.expectOk(cli.server().send("DELETE", path(name), "", "", ifMatch(revision)), "");
        cli.print(
                Map.of("deleted", name),
                () -> "service " + name + " deleted\n" + configurations().note(name));
        return ExitCode.DONE.number();
    }

    @Command(
            name = "frozen",
            description =
                    "List services whose Envoys keep a listener, routes and clusters that are no longer declared.")
    int frozen() {
        List<JsonNode> frozen = configurations().frozen();
        cli.print(frozen, () -> {
            Table table = new Table("SERVICE", "LISTENER", "CLUSTERS", "CONNECTED ENVOYS");
            frozen.forEach(it -> table.row(
                    Formats.safe(it.path("service").asString("")),
                    Formats.safe(it.path("listener").asString("")),
                    Formats.safe(hosts(it.path("clusters"))),
                    Formats.safe(hosts(it.path("envoys")))));
            return table.text();
        });
        return ExitCode.DONE.number();
    }

    @Command(
            name = "withdraw",
            description = "Take the listener, routes and clusters of a deleted service away from its Envoys. Traffic"
                    + " through them fails from then on.")
    int withdraw(
            @Parameters(paramLabel = "SERVICE") String name,
            @Option(names = "--confirm", paramLabel = "SERVICE", description = "The name of the service again.")
                    String confirm) {
        FrozenConfigurations configurations = configurations();
        JsonNode shown = configurations.withdraw(name, confirm);
        cli.print(shown, () -> "withdrawn: " + FrozenConfigurations.words(shown));
        return ExitCode.DONE.number();
    }

    private FrozenConfigurations configurations() {
        return new FrozenConfigurations(cli.server());
    }

    private static Map<String, String> ifMatch(Long revision) {
        return revision == null ? Map.of() : Map.of("If-Match", "\"" + revision + "\"");
    }

    static String path(String name) {
        return PATH + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
