package dev.redliner.standalone.traffic;

import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Sends traffic as a separate process, until it is terminated. */
@Command(name = "traffic", mixinStandardHelpOptions = true, description = "Sends production-like traffic.")
public final class TrafficMain implements Callable<Integer> {
    @Option(
            names = "--target",
            defaultValue = "${env:TRAFFIC_TARGET:-http://127.0.0.1:8780/}",
            description = "Where to (default http://127.0.0.1:8780/).")
    private URI target = URI.create("http://127.0.0.1:8780/");

    @Option(names = "--rps", defaultValue = "${env:TRAFFIC_RPS:-1000}", description = "Mean requests per second.")
    private double rps;

    @Option(names = "--seed", defaultValue = "${env:TRAFFIC_SEED:-1}", description = "Seed of everything random.")
    private long seed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(new CommandLine(new TrafficMain()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Traffic traffic = Traffic.start(LoadSettings.demo(target, rps, seed))) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("traffic ready: " + traffic.rps() + " requests per second to " + target);
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
