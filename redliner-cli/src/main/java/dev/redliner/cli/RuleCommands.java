package dev.redliner.cli;

import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.service.ServiceDefinition;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code redliner rule …}. */
@Command(name = "rule", description = "Check SLO rules.")
final class RuleCommands {
    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "check", description = "Compile the rules of a service file. Needs no server.")
    int check(
            @Option(
                            names = {"-f", "--file"},
                            required = true,
                            paramLabel = "FILE")
                    Path file) {
        ServiceDefinition service = ServiceFile.read(file).definition();
        cli.print(service.rules(), () -> {
            Table table = new Table("RULE", "WINDOW", "FAILS AFTER", "CLEARS AFTER", "ON FAIL", "PASSES WHILE");
            for (RuleSpec rule : service.rules()) {
                table.row(
                        rule.id(),
                        Formats.duration(rule.window()),
                        rule.failFor().failed() + " of " + rule.failFor().of(),
                        rule.clearFor().passed() + " of " + rule.clearFor().of(),
                        rule.onFail().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        Formats.safe(rule.pass()));
            }
            return table.text();
        });
        return ExitCode.DONE.number();
    }
}
