package dev.redliner.standalone.kafka;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the broker as a separate process, which can die without any other part. */
@Command(name = "broker", mixinStandardHelpOptions = true, description = "Runs a Kafka broker for demos and tests.")
public final class BrokerMain implements Callable<Integer> {
    /** Printed when clients can connect. */
    public static final String READY = "broker ready: ";

    @Option(names = "--data", required = true, description = "Where its data is; created if absent.")
    private Path data = Path.of("");

    @Option(names = "--port", required = true, description = "Where clients connect.")
    private int port;

    @Option(names = "--listener", description = "One more: NAME=PORT:ADVERTISED; may be repeated.")
    private List<String> listeners = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException {
        List<Listener> more = listeners.stream().map(Listener::parse).toList();
        EmbeddedKafka kafka = EmbeddedKafka.start(data, port, more);
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "broker-stop"));
        PrintWriter out = spec.commandLine().getOut();
        out.println(READY + kafka.bootstrapServers());
        out.flush();
        new CountDownLatch(1).await();
        return 0;
    }
}
