package dev.redliner.cli;

import java.io.PrintStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code redliner} command with the commands that call a server. A main class executes {@link #commandLine} with
 * additional commands of its own.
 */
@Command(
        name = "redliner",
        mixinStandardHelpOptions = true,
        version = "redliner 0.1.0",
        description = "Measure on live traffic how many requests per second one host of a service can carry.",
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:an SLO rule, a guard or a person stopped the run; the audit chain is broken; a pool is not restored",
            "2:wrong arguments, a wrong file, or no server",
            "3:the run was inconclusive; whether a pool is restored could not be seen; two runs do not tell",
            "4:refused",
            "5:the result is not the expected one; the run carries less than the reference"
        },
        subcommands = {
            ServiceCommands.class,
            RunCommands.class,
            ScheduleCommands.class,
            DeployCommands.class,
            RuleCommands.class,
            ReportCommands.class,
            PlanCommand.class,
            EnvoyCommands.class,
            LeverCommands.class,
            AuditCommands.class,
            CalendarCommands.class,
            NotifyCommands.class,
            LoginCommand.class,
            SessionCommands.Logout.class,
            SessionCommands.WhoAmI.class,
            AutoComplete.GenerateCompletion.class
        })
public final class RedlinerCli implements Runnable {
    private final PrintStream out;
    private final PrintStream err;
    private final InstantSource clock;
    private final Credentials credentials;
    private final DeviceLogin.Pause pause;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:REDLINER_SERVER:-http://127.0.0.1:8770}",
            description = "Address of the server (or REDLINER_SERVER; default: ${DEFAULT-VALUE}).")
    private String server;

    @Option(
            names = {"-o", "--output"},
            scope = ScopeType.INHERIT,
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES}.")
    private OutputFormat format;

    public RedlinerCli() {
        this(System.out, System.err);
    }

    /** Creates a command with its own output, for tests and for programs that embed it. */
    public RedlinerCli(PrintStream out, PrintStream err) {
        this(out, err, InstantSource.system());
    }

    RedlinerCli(PrintStream out, PrintStream err, InstantSource clock) {
        this(out, err, clock, System.getenv());
    }

    RedlinerCli(PrintStream out, PrintStream err, InstantSource clock, Map<String, String> environment) {
        this(out, err, clock, environment, time -> Thread.sleep(time.toMillis()));
    }

    RedlinerCli(
            PrintStream out,
            PrintStream err,
            InstantSource clock,
            Map<String, String> environment,
            DeviceLogin.Pause pause) {
        this.out = out;
        this.err = err;
        this.clock = clock;
        this.credentials = new Credentials(environment, clock);
        this.pause = pause;
    }

    /**
     * Returns the command, ready to execute: failures become one clear message and an {@link ExitCode}.
     *
     * @param more commands to add
     */
    public CommandLine commandLine(Object... more) {
        CommandLine line = new CommandLine(this);
        for (Object command : more) {
            line.addSubcommand(command);
        }
        line.setOut(new java.io.PrintWriter(out, true));
        line.setErr(new java.io.PrintWriter(err, true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(this::wrongArguments);
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof CliFailure expected) {
                err.println(expected.getMessage());
                return expected.exit().number();
            }
            throw failure;
        });
        return line;
    }

    /** Prints the error and where to find help. A full page of help would scroll the error out of view. */
    private int wrongArguments(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(wrong.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
            command.getErr().println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        return ExitCode.USAGE.number();
    }

    @Override
    public void run() {
        spec.commandLine().usage(out);
    }

    /** The output format, also for commands that are added from outside. */
    public OutputFormat format() {
        return format;
    }

    Instant now() {
        return clock.instant();
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /**
     * The server that the command line names, called with the credentials of this user.
     *
     * @throws CliFailure if its address or the token is not valid
     */
    public Server server() {
        return Server.at(server, credentials::headers);
    }

    /** The address of the server as the command line has it. */
    String address() {
        return server;
    }

    /** A login at the identity provider of a server. */
    DeviceLogin deviceLogin() {
        return new DeviceLogin(new ProviderClient(clock), err, pause);
    }

    Credentials credentials() {
        return credentials;
    }

    /** Prints a value as a document, or as text for people. */
    public void print(Object value, Supplier<String> text) {
        out.print(format == OutputFormat.table ? text.get() : Documents.print(value, format));
        out.flush();
    }
}
