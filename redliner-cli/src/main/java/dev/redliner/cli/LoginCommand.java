package dev.redliner.cli;

import dev.redliner.cli.Server.Answer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner login}. */
@Command(
        name = "login",
        description =
                "Log in with a name and a password. The session is saved for later commands; the password is not.")
final class LoginCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Option(names = "--name", required = true, description = "Name of the account.")
    private String name;

    @Option(names = "--password-stdin", description = "Read the password from the standard input, for scripts.")
    private boolean fromInput;

    @Override
    public Integer call() throws IOException {
        Server server = cli.server();
        String body = Documents.JSON.writeValueAsString(
                Map.of("name", name, "password", PasswordPrompt.read(name, fromInput)));
        Answer answer =
                Answers.expectOk(server.send("POST", SessionCommands.PATH, "application/json", body, Map.of()), "");
        String cookie = answer.header("Set-Cookie")
                .map(header -> header.split(";", 2)[0])
                .orElseThrow(() -> new CliFailure(ExitCode.USAGE, "The server began no session."));
        cli.credentials().sessions().put(server.address(), cookie);
        JsonNode session = Documents.JSON.readTree(answer.body());
        cli.print(session, () -> SessionCommands.text(session));
        return ExitCode.DONE.number();
    }
}
