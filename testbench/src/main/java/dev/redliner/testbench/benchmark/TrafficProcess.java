package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.traffic.LoadGenerator;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Punctuality;
import dev.redliner.standalone.traffic.TrafficCounts;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * Traffic from a process of its own. In the process of Redliner, the compiler, the garbage collector and the work of the
 * parts would delay requests, which would then arrive in bursts.
 */
final class TrafficProcess implements LoadGenerator {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** For the most traffic of a service of the test bench. The second compiler would take the CPU of the hosts. */
    private static final List<String> SMALL = List.of(
            "-Xmx96m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+ExitOnOutOfMemoryError");

    /** By its name, because it depends on this package. */
    private static final String MAIN = "dev.redliner.testbench.Testbench";

    private static final int STOP_SECONDS = 5;

    private final Process process;
    private final Path log;
    private final Writer asks;
    private final BufferedReader answers;
    private volatile double rps;

    private TrafficProcess(Process process, Path log, double rps) {
        this.process = process;
        this.log = log;
        this.asks = process.outputWriter(StandardCharsets.UTF_8);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.rps = rps;
    }

    /**
     * Starts the process, and returns when it sends.
     *
     * @param log file for the messages of the process
     * @throws IllegalStateException if it does not start; the message names the log
     */
    static TrafficProcess start(LoadSettings settings, Path log) {
        try {
            Process process = new ProcessBuilder(command(settings))
                    .redirectError(log.toFile())
                    .start();
            var traffic = new TrafficProcess(process, log, settings.rps());
            String first = traffic.answer();
            if (!first.equals(TrafficCommand.READY)) {
                traffic.close();
                throw new IllegalStateException("The traffic does not start, but prints: " + first);
            }
            return traffic;
        } catch (IOException e) {
            throw new UncheckedIOException("The process of the traffic cannot be started.", e);
        }
    }

    /** The program that runs now, from its jar or its class path, with the command that sends this traffic. */
    static List<String> command(LoadSettings settings) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        String path = System.getProperty("java.class.path");
        boolean jar = path.endsWith(".jar") && !path.contains(File.pathSeparator);
        command.addAll(jar ? List.of("-jar", path) : List.of("-cp", path, MAIN));
        command.addAll(List.of("benchmark", "traffic"));
        command.addAll(TrafficCommand.arguments(settings));
        return command;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void rps(double newRps) {
        rps = Double.parseDouble(ask(TrafficCommand.RPS + LoadSettings.checkRps(newRps)));
    }

    @Override
    public double rps() {
        return rps;
    }

    @Override
    public TrafficCounts counts() {
        return JSON.readValue(ask(TrafficCommand.COUNTS), TrafficCounts.class);
    }

    @Override
    public Punctuality punctuality() {
        return JSON.readValue(ask(TrafficCommand.PUNCTUALITY), Punctuality.class);
    }

    private synchronized String ask(String line) {
        try {
            asks.write(line + "\n");
            asks.flush();
            return answer();
        } catch (IOException e) {
            throw ended();
        }
    }

    private String answer() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw ended();
            }
            return line;
        } catch (IOException e) {
            throw ended();
        }
    }

    private IllegalStateException ended() {
        return new IllegalStateException("The process of the traffic has ended. Its messages are in " + log + ".");
    }

    /** Ends the process by the end of its input, as the end of this process would. */
    @Override
    public void close() {
        try {
            asks.close();
        } catch (IOException e) {
            // it has ended already
        }
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
