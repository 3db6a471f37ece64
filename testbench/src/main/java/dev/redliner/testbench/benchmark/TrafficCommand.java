package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code redliner benchmark traffic}: the other end of a {@link TrafficProcess}. Prints {@value #READY}, and then one line
 * for each line of its standard input:
 *
 * <pre>
 * counts       the {@link dev.redliner.standalone.traffic.TrafficCounts} as JSON
 * punctuality  the {@link dev.redliner.standalone.traffic.Punctuality} as JSON
 * rps 150.0    sets the mean rate, and prints it
 * </pre>
 *
 * It ends when its input does, and so with its parent, however that one ends.
 */
@Command(
        name = "traffic",
        hidden = true,
        description = "Sends the traffic of benchmark services, as a process of its own.")
final class TrafficCommand implements Callable<Integer> {
    static final String READY = "ready";
    static final String COUNTS = "counts";
    static final String PUNCTUALITY = "punctuality";
    static final String RPS = "rps ";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Option(names = "--target", required = true, description = "Address of the requests.")
    private URI target;

    @Option(names = "--rps", required = true, description = "Mean requests per second.")
    private double rps;

    @Option(names = "--users", required = true, description = "Number of user ids.")
    private int users;

    @Option(names = "--drift", required = true, description = "Swing, as a fraction of the rate.")
    private double drift;

    @Option(names = "--drift-millis", required = true, description = "Length of one swing.")
    private long driftMillis;

    @Option(names = "--noise", required = true, description = "Noise, as a fraction of the rate.")
    private double noise;

    @Option(names = "--in-flight", required = true, description = "Most unanswered requests.")
    private int maxInFlight;

    @Option(names = "--timeout-millis", required = true, description = "Time after which a request has failed.")
    private long timeoutMillis;

    @Option(names = "--seed", required = true, description = "Seed of everything random.")
    private long seed;

    /** The arguments with which this command sends such traffic. */
    static List<String> arguments(LoadSettings settings) {
        return List.of(
                "--target=" + settings.target(),
                "--rps=" + settings.rps(),
                "--users=" + settings.users(),
                "--drift=" + settings.drift(),
                "--drift-millis=" + settings.driftPeriod().toMillis(),
                "--noise=" + settings.noise(),
                "--in-flight=" + settings.maxInFlight(),
                "--timeout-millis=" + settings.timeout().toMillis(),
                "--seed=" + settings.seed());
    }

    @Override
    public Integer call() throws IOException {
        PrintStream answers = System.out;
        // what libraries print must not come between the answers
        System.setOut(System.err);
        LoggingSystem.get(TrafficCommand.class.getClassLoader()).setLogLevel("ROOT", LogLevel.WARN);
        var settings = new LoadSettings(
                target,
                rps,
                users,
                drift,
                Duration.ofMillis(driftMillis),
                noise,
                maxInFlight,
                Duration.ofMillis(timeoutMillis),
                seed);
        var asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Traffic traffic = Traffic.start(settings)) {
            answers.println(READY);
            answers.flush();
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                answers.println(answer(traffic, line));
                answers.flush();
            }
        }
        return 0;
    }

    private static String answer(Traffic traffic, String line) {
        if (line.startsWith(RPS)) {
            traffic.rps(Double.parseDouble(line.substring(RPS.length())));
            return String.format(Locale.ROOT, "%s", traffic.rps());
        }
        return switch (line) {
            case COUNTS -> JSON.writeValueAsString(traffic.counts());
            case PUNCTUALITY -> JSON.writeValueAsString(traffic.punctuality());
            default -> throw new IllegalArgumentException("There is no answer to: " + line);
        };
    }
}
