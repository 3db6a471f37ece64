package dev.redliner.testbench.benchmark;

import dev.redliner.cli.RedlinerCli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The command line of {@code redliner benchmark}, with its output kept. */
final class BenchmarkLine {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command of {@code redliner benchmark} and returns its exit code. */
    int run(String... arguments) {
        CommandLine line = new RedlinerCli(new PrintStream(out, true), new PrintStream(err, true))
                .commandLine(new BenchmarkCommand());
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        return line.execute(
                Stream.concat(Stream.of("benchmark"), Stream.of(arguments)).toArray(String[]::new));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
