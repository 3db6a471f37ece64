package dev.redliner.standalone.serve;

import dev.redliner.standalone.cli.RedlinerCli;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code redliner serve}. */
@Command(
        name = "serve",
        description = "Serves all four parts and a Kafka broker in this process, for your own service.")
public final class ServeCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Option(names = "--port", defaultValue = "8770", description = "For the API and the pages; ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--xds-port", defaultValue = "8779", description = "Where Envoys connect; ${DEFAULT-VALUE}.")
    private int xdsPort;

    @Option(
            names = "--kafka-port",
            defaultValue = "9092",
            description = "Where collectors on this machine send; ${DEFAULT-VALUE}.")
    private int kafkaPort;

    @Option(
            names = "--data",
            defaultValue = "${env:REDLINER_DATA:-.redliner}",
            description = "Folder for Kafka's log and the database; ${DEFAULT-VALUE}.")
    private Path data;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A further setting; may be repeated.")
    private Map<String, Object> settings = Map.of();

    @Override
    public Integer call() throws Exception {
        Standalone standalone = Standalone.start(new StandaloneSettings(data, port, xdsPort, kafkaPort, settings));
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
