package dev.redliner.standalone.serve;

import dev.redliner.cli.ExitCode;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.controller.access.InvalidAccess;
import dev.redliner.settings.UnknownSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner serve}. */
@Command(name = "serve", description = "Run all four parts and a Kafka broker in this process, for your own services.")
public final class ServeCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", description = "Port of the API and the pages (server.port; default: 8770).")
    private @Nullable Integer port;

    @Option(names = "--xds-port", description = "Port for Envoys (redliner.redirector.xds.port; default: 8779).")
    private @Nullable Integer xdsPort;

    @Option(
            names = "--kafka-port",
            defaultValue = "9092",
            description = "Kafka port for collectors on this machine (default: ${DEFAULT-VALUE}).")
    private int kafkaPort;

    @Option(
            names = "--data",
            description =
                    "Folder of the Kafka log and the database (redliner.data; default: REDLINER_DATA, or .redliner).")
    private @Nullable Path data;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Another setting. Can be repeated.")
    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws Exception {
        Standalone standalone;
        try {
            standalone = Standalone.serve(given());
        } catch (RefusedSetting | UnknownSettings e) {
            // Spring has logged the names and places of the settings
            return ExitCode.USAGE.number();
        } catch (RuntimeException e) {
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof InvalidAccess) {
                // logged too
                return ExitCode.USAGE.number();
            }
            throw e;
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

    /** The settings of the command line. */
    private StandaloneSettings given() {
        try {
            return ServeSettings.of(data, port, xdsPort, kafkaPort, settings);
        } catch (RefusedSetting e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
