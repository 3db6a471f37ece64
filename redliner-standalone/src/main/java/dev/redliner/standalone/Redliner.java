package dev.redliner.standalone;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.standalone.accounts.AccountsCommands;
import dev.redliner.standalone.demo.DemoCommand;
import dev.redliner.standalone.doctor.DoctorCommand;
import dev.redliner.standalone.fleet.FleetMain;
import dev.redliner.standalone.kafka.BrokerMain;
import dev.redliner.standalone.restore.RestoreCommand;
import dev.redliner.standalone.serve.ServeCommand;
import dev.redliner.standalone.simulate.SimulateCommand;
import dev.redliner.standalone.traffic.TrafficMain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** The {@code redliner} command. */
public final class Redliner {
    private Redliner() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /**
     * Returns the command with all that it can do, ready to execute.
     *
     * @param more commands to add
     */
    public static CommandLine commandLine(Object... more) {
        List<Object> commands = new ArrayList<>(List.of(
                new RestoreCommand(),
                new DoctorCommand(),
                new DemoCommand(),
                new ServeCommand(),
                new SimulateCommand(),
                new AccountsCommands()));
        commands.addAll(Arrays.asList(more));
        CommandLine line = new RedlinerCli().commandLine(commands.toArray());
        line.addSubcommand("demo-fleet", hidden(new FleetMain()));
        line.addSubcommand("demo-traffic", hidden(new TrafficMain()));
        line.addSubcommand("broker", hidden(new BrokerMain()));
        return line;
    }

    /** Hosts, users and broker as separate processes, for containers and tests. The list of commands omits them. */
    private static CommandLine hidden(Object command) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().usageMessage().hidden(true);
        return line;
    }
}
