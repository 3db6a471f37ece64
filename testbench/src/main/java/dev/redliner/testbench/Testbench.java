package dev.redliner.testbench;

import dev.redliner.standalone.Redliner;
import dev.redliner.testbench.benchmark.BenchmarkCommand;
import dev.redliner.testbench.chaos.ChaosCommand;

/** The {@code redliner} command with {@code benchmark} and {@code chaos}, as a clone of the project has it. */
public final class Testbench {
    private Testbench() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(
                Redliner.commandLine(new BenchmarkCommand(), new ChaosCommand()).execute(arguments));
    }
}
