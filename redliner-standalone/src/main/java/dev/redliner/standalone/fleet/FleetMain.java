package dev.redliner.standalone.fleet;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a demo fleet as a separate process, until it is terminated. */
@Command(name = "fleet", mixinStandardHelpOptions = true, description = "Runs demo hosts of known capacity.")
public final class FleetMain implements Callable<Integer> {
    @Option(names = "--hosts", defaultValue = "${env:FLEET_HOSTS:-6}", description = "How many (default 6).")
    private int hosts;

    @Option(
            names = "--port",
            defaultValue = "${env:FLEET_PORT:-9101}",
            description = "Port of the first; the others follow (default 9101; 0: free ones).")
    private int port;

    @Option(
            names = "--address",
            defaultValue = "${env:FLEET_ADDRESS:-127.0.0.1}",
            description = "Address to listen at (default 127.0.0.1).")
    private String address = "127.0.0.1";

    @Option(names = "--prefix", defaultValue = "${env:FLEET_PREFIX:-demo}", description = "Begin of their ids.")
    private String prefix = "demo";

    @Option(names = "--seed", defaultValue = "${env:FLEET_SEED:-1}", description = "Seed of the service times.")
    private long seed;

    @Option(
            names = "--p99-limit",
            paramLabel = "MS",
            defaultValue = "${env:FLEET_P99_LIMIT:-0}",
            description = "Print the load that one host carries with a p99 of at most so many ms (default 0: no line).")
    private int p99Limit;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public static void main(String[] args) {
        System.exit(new CommandLine(new FleetMain()).execute(args));
    }

    @Override
    public Integer call() throws InterruptedException {
        if (p99Limit < 0) {
            throw new ParameterException(spec.commandLine(), "--p99-limit " + p99Limit + " is below 0");
        }
        var settings = new FleetSettings(hosts, prefix, address, port, seed, HostSettings.DEMO);
        try (Fleet fleet = Fleet.start(settings)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("fleet ready: "
                    + String.join(
                            " ",
                            fleet.hosts().stream()
                                    .map(host -> host.id() + "=" + host.address() + ":" + host.port())
                                    .toList()));
            out.flush();
            if (p99Limit > 0) {
                out.println(capacity(Duration.ofMillis(p99Limit)));
                out.flush();
            }
            new CountDownLatch(1).await();
        }
        return 0;
    }

    /** A sentence with the true redline of one host, for comparison with a result. */
    static String capacity(Duration limit) {
        var objective = new Objective(limit, Objective.DEMO.maxErrorFraction());
        Truth truth = Truth.of(HostSettings.DEMO, objective, Truth.MEASURED_OVERHEAD);
        return String.format(
                Locale.ROOT,
                "One host carries %.0f requests per second with a p99 of %d ms (computed in long steady runs).",
                truth.rps(),
                limit.toMillis());
    }
}
