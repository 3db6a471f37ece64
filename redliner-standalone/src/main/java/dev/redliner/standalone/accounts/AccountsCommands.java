package dev.redliner.standalone.accounts;

import dev.redliner.cli.CliFailure;
import dev.redliner.cli.ExitCode;
import dev.redliner.cli.PasswordPrompt;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.controller.access.AccountEntry;
import dev.redliner.controller.access.InvalidAccounts;
import dev.redliner.controller.access.Role;
import dev.redliner.controller.access.TokenHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code redliner accounts …}. These commands call no server. */
@Command(
        name = "accounts",
        description = "The accounts file of a controller with redliner.controller.access.login=local.")
public final class AccountsCommands {
    private static final String FILE = "accounts.yaml";

    @ParentCommand
    private RedlinerCli cli;

    @Command(
            name = "init",
            description = "Create an accounts file with the user admin and the tokens apply and prometheus."
                    + " An existing file is left as it is.")
    int init(
            @Option(
                            names = "--folder",
                            defaultValue = "${env:REDLINER_DATA:-.redliner}",
                            description = "Folder of the files (or REDLINER_DATA; default: ${DEFAULT-VALUE}).")
                    Path folder)
            throws IOException {
        Path file = folder.resolve(FILE);
        if (Files.exists(file)) {
            cli.out().println("The accounts file " + file + " exists. Nothing was changed.");
            return ExitCode.DONE.number();
        }
        String password = FirstAccounts.create(folder, file);
        cli.out().println("Created the accounts file " + file + ".");
        cli.out().println("Log in as: admin");
        cli.out().println("Password:  " + password);
        cli.out()
                .println("The password is not shown again. Tokens for programs: " + folder.resolve("apply.token")
                        + " (operator, services), " + folder.resolve("prometheus.token") + " (viewer).");
        return ExitCode.DONE.number();
    }

    @Command(name = "user", description = "Ask for a password, and print the entry of a person for 'users:'.")
    int user(
            @Parameters(paramLabel = "NAME", description = "Name of the account.") String name,
            @Option(
                            names = "--role",
                            required = true,
                            description = "Such as viewer, operator, operator:shop-*, abort-any, services or admin."
                                    + " Can be repeated.")
                    List<String> roles,
            @Option(names = "--password-stdin", description = "Read the password from the standard input.")
                    boolean fromInput)
            throws IOException {
        return print(() -> AccountEntry.user(name, PasswordPrompt.read(name, fromInput), parsed(roles)));
    }

    @Command(
            name = "token",
            description = "Print the entry of a program for 'tokens:', and its new token to the standard error.")
    int token(
            @Parameters(paramLabel = "NAME", description = "Name of the program in the audit log.") String name,
            @Option(names = "--role", required = true, description = "As with user. Can be repeated.")
                    List<String> roles)
            throws IOException {
        String token = TokenHash.newToken();
        int exit = print(() -> AccountEntry.token(name, token, parsed(roles)));
        // apart from the entry, which belongs into a file that contains hashes only
        cli.err().println("The token, which is not shown again: " + token);
        return exit;
    }

    @Command(name = "check", description = "Check an accounts file, and list its accounts with their roles.")
    int check(@Parameters(paramLabel = "FILE", description = "The accounts file.") Path file) {
        try {
            AccountEntry.check(file).forEach(cli.out()::println);
            return ExitCode.DONE.number();
        } catch (InvalidAccounts e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private interface Entry {
        String text() throws IOException;
    }

    private int print(Entry entry) throws IOException {
        try {
            cli.out().print(entry.text());
            return ExitCode.DONE.number();
        } catch (IllegalArgumentException e) {
            throw new CliFailure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private static List<Role> parsed(List<String> roles) {
        return roles.stream().map(Role::parse).toList();
    }
}
