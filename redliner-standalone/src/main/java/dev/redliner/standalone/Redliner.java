package dev.redliner.standalone;

import dev.redliner.standalone.cli.RedlinerCli;
import dev.redliner.standalone.demo.DemoCommand;
import dev.redliner.standalone.serve.ServeCommand;
import picocli.CommandLine;

/** The {@code redliner} command. */
public final class Redliner {
    private Redliner() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        CommandLine line = new RedlinerCli().commandLine();
        line.addSubcommand(new DemoCommand());
        line.addSubcommand(new ServeCommand());
        System.exit(line.execute(arguments));
    }
}
