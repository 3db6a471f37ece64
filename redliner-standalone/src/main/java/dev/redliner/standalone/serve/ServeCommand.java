package dev.redliner.standalone.serve;

import dev.redliner.cli.ExitCode;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.settings.UnknownSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner serve}. */
@Command(
        name = "serve",
        description = "Serves all four parts and a Kafka broker in this process, for your own service.")
public final class ServeCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", description = "For the API and the pages (server.port); 8770.")
    private @Nullable Integer port;

    @Option(names = "--xds-port", description = "Where Envoys connect (redliner.redirector.xds.port); 8779.")
    private @Nullable Integer xdsPort;

    @Option(
            names = "--kafka-port",
            defaultValue = "9092",
            description = "Where collectors on this machine send; ${DEFAULT-VALUE}.")
    private int kafkaPort;

    @Option(
            names = "--data",
            description = "Folder for Kafka's log and the database (redliner.data); REDLINER_DATA, else .redliner.")
    private @Nullable Path data;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A further setting; may be repeated.")
    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws Exception {
        Standalone standalone;
        try {
            standalone = Standalone.start(ServeSettings.of(data, port, xdsPort, kafkaPort, settings));
        } catch (RefusedSetting e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (UnknownSettings e) {
            // Spring has logged the names and places of the unknown settings
            return ExitCode.USAGE.number();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(standalone::close, "redliner-stop"));
        cli.out().println("pages and API: " + standalone.url());
        cli.out()
                .println("Envoys connect to: " + standalone.xds().address() + ":"
                        + standalone.xds().port());
        cli.out().println("collectors send to: " + standalone.kafka());
        cli.out().flush();
        new CountDownLatch(1).await();
        return 0;
    }
}
