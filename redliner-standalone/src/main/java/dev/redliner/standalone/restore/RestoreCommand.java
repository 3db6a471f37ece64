package dev.redliner.standalone.restore;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.redliner.cli.Answers;
import dev.redliner.cli.CliFailure;
import dev.redliner.cli.Documents;
import dev.redliner.cli.ExitCode;
import dev.redliner.cli.Formats;
import dev.redliner.cli.NoServer;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.cli.Server;
import dev.redliner.cli.ServiceFile;
import dev.redliner.cli.Table;
import dev.redliner.cli.TextFile;
import dev.redliner.contracts.pool.Pool;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner restore}. */
@Command(
        name = "restore",
        description = "End every run and restore the traffic of every pool, also if other parts are unavailable.",
        footer = {
            "",
            "Uses the server. If it is unavailable, the command reads the journal itself, sends orders over Kafka if a broker",
            "answers, and looks at each Envoy's admin address. Exits with 0 only if every pool was seen to be back,",
            "with 1 if one is not, with 3 if that could not be seen. Doing it again is harmless."
        })
public final class RestoreCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Option(names = "--all", required = true, description = "All pools. Required.")
    private boolean all;

    @Option(names = "--why", description = "Reason for the audit log.", defaultValue = "restored by hand")
    private String why;

    @Option(names = "--offline", description = "Do not use the server.")
    private boolean offline;

    @Option(
            names = "--data",
            defaultValue = "${env:REDLINER_DATA:-.redliner}",
            description = "Without a server: folder of the H2 database (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(
            names = "--database",
            paramLabel = "JDBC-URL",
            defaultValue = "${env:SPRING_DATASOURCE_URL}",
            description = "Without a server: URL of another database (or SPRING_DATASOURCE_URL).")
    private String database;

    @Option(
            names = "--database-user",
            paramLabel = "USER",
            defaultValue = "${env:SPRING_DATASOURCE_USERNAME}",
            description =
                    "User of that database (or SPRING_DATASOURCE_USERNAME). The password is SPRING_DATASOURCE_PASSWORD.")
    private String databaseUser;

    @Option(
            names = "--kafka",
            paramLabel = "HOST:PORT",
            defaultValue = "${env:SPRING_KAFKA_BOOTSTRAPSERVERS}",
            description = "Without a server: Kafka brokers (or SPRING_KAFKA_BOOTSTRAPSERVERS; default: those of"
                    + " --kafka-config, or localhost:9092).")
    private String kafka;

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description = "Properties of the Kafka client, such as its TLS settings.")
    private Path kafkaConfig;

    @Option(
            names = {"-f", "--service-file"},
            paramLabel = "FILE",
            description = "Without a server: a service whose Envoys are checked too. Can be repeated.")
    private List<Path> serviceFiles = List.of();

    @Override
    public Integer call() {
        if (!offline) {
            try {
                return online();
            } catch (NoServer e) {
                cli.err().println(e.what() + " Going on without a server.");
            } catch (CliFailure e) {
                throw e.with("\nIf the server is away, restore without it: redliner restore --all --offline");
            }
        }
        return withoutServer();
    }

    private int online() {
        String body = Documents.JSON.writeValueAsString(Map.of("pools", "all", "why", why));
        JsonNode result =
                Documents.JSON.readTree(Answers.expectOk(ask(body), "").body());
        cli.print(result, () -> text(result));
        if (result.path("restored").asBoolean(false)) {
            return ExitCode.DONE.number();
        }
        boolean away = result.path("pools")
                .valueStream()
                .anyMatch(it -> it.path("outcome").asString("").equals("NOT_RESTORED"));
        return (away ? ExitCode.STOPPED : ExitCode.INCONCLUSIVE).number();
    }

    private Server.Answer ask(String body) {
        return Answers.ofServer(cli.server().send("POST", "/api/v1/restore", "application/json", body, Map.of()));
    }

    private static String text(JsonNode result) {
        Table table = new Table("POOL", "RESTORED", "SEEN");
        for (JsonNode pool : result.path("pools")) {
            String restored =
                    switch (pool.path("outcome").asString("")) {
                        case "RESTORED" -> "yes";
                        case "NOT_RESTORED" -> "no";
                        default -> "unknown";
                    };
            table.row(
                    Formats.safe(pool.path("pool").asString("")),
                    restored,
                    Formats.safe(pool.path("detail").asString("")));
        }
        String journal = result.path("journal").asBoolean(false)
                ? ""
                : "The database does not answer: only pools that have an Envoy connected are known.\n";
        return journal + table.text();
    }

    private int withoutServer() {
        ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.OFF);
        OfflineResult result = new RestoreOffline(
                        journal(),
                        kafka(),
                        declared(),
                        new OfflineAudit(
                                data.resolve("audit-spool.jsonl"),
                                System.getProperty("user.name", "unknown"),
                                why,
                                InstantSource.system()),
                        InstantSource.system())
                .restore();
        cli.print(result, () -> text(result));
        return switch (result.restored()) {
            case YES -> ExitCode.DONE.number();
            case NO -> ExitCode.STOPPED.number();
            case UNKNOWN -> ExitCode.INCONCLUSIVE.number();
        };
    }

    private Optional<JournalFile> journal() {
        return database == null || database.isBlank()
                ? JournalFile.in(data)
                : Optional.of(new JournalFile(database, databaseUser, System.getenv("SPRING_DATASOURCE_PASSWORD")));
    }

    private Map<String, Object> kafka() {
        Map<String, Object> settings = new HashMap<>();
        if (kafkaConfig != null) {
            Properties properties = new Properties();
            try {
                properties.load(new StringReader(TextFile.read(kafkaConfig)));
            } catch (IOException e) {
                throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
            }
            properties.forEach((name, value) -> settings.put(name.toString(), value));
        }
        if (kafka != null && !kafka.isBlank()) {
            settings.put("bootstrap.servers", kafka);
        }
        settings.putIfAbsent("bootstrap.servers", "localhost:9092");
        return settings;
    }

    private List<Pool> declared() {
        return serviceFiles.stream()
                .map(file -> ServiceFile.read(file).definition().pool())
                .toList();
    }

    private static String text(OfflineResult result) {
        Table table = new Table("POOL", "JOURNAL", "RESTORED", "ENVOYS");
        for (PoolFound pool : result.pools()) {
            table.row(
                    Formats.safe(pool.pool()),
                    Formats.safe(pool.journal()),
                    pool.restored().name().toLowerCase(Locale.ROOT),
                    pool.envoys().isEmpty() ? "no admin address is declared" : envoys(pool));
        }
        String none = result.pools().isEmpty() ? "no pool is known; name one with --service-file\n" : table.text();
        String hint = result.restored() == Restored.UNKNOWN
                ? "An Envoy that heard nothing for its TTL (3 s) has dropped what it held.\n"
                : "";
        return "database: " + Formats.safe(result.database()) + "\nKafka: " + Formats.safe(result.kafka()) + "\n" + none
                + hint;
    }

    private static String envoys(PoolFound pool) {
        return pool.envoys().stream()
                .map((EnvoyOverride it) -> Formats.safe(it.admin()) + " " + Formats.safe(it.words()))
                .collect(Collectors.joining("; "));
    }
}
