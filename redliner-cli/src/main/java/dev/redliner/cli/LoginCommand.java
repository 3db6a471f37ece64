package dev.redliner.cli;

import dev.redliner.cli.Server.Answer;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** {@code redliner login}. */
@Command(
        name = "login",
        description = {
            "Log in at the identity provider of the server, in a browser of any machine; or with --name and a"
                    + " password.",
            "The session is saved for later commands; the password is not."
        })
final class LoginCommand implements Callable<Integer> {
    @ParentCommand
    private RedlinerCli cli;

    @Option(names = "--name", description = "Name of an account of the server, to log in with a password.")
    private @Nullable String name;

    @Option(names = "--password-stdin", description = "Read the password from the standard input, for scripts.")
    private boolean fromInput;

    @Override
    public Integer call() throws IOException {
        JsonNode session = name == null ? withProvider() : withPassword(name);
        cli.print(session, () -> SessionCommands.text(session));
        return ExitCode.DONE.number();
    }

    private JsonNode withPassword(String account) throws IOException {
        Server server = Server.at(cli.address());
        String body = Documents.JSON.writeValueAsString(
                Map.of("name", account, "password", PasswordPrompt.read(account, fromInput)));
        Answer answer =
                Answers.expectOk(server.send("POST", SessionCommands.PATH, "application/json", body, Map.of()), "");
        String cookie = answer.header("Set-Cookie")
                .map(header -> header.split(";", 2)[0])
                .orElseThrow(() -> new CliFailure(ExitCode.USAGE, "The server began no session."));
        cli.credentials().sessions().put(server.address(), cookie);
        return Documents.JSON.readTree(answer.body());
    }

    private JsonNode withProvider() {
        Server server = Server.at(cli.address());
        JsonNode options = Documents.JSON.readTree(
                Answers.expectOk(server.get(SessionCommands.PATH + "/options", "application/json"), "")
                        .body());
        switch (options.path("login").asString("")) {
            case "oidc" ->
                cli.credentials()
                        .tokens()
                        .put(server.address(), cli.deviceLogin().login(options));
            case "local" ->
                throw new CliFailure(ExitCode.USAGE, "Name your account of this server: redliner login --name NAME.");
            default -> throw new CliFailure(ExitCode.USAGE, "This server requires no login.");
        }
        return Documents.JSON.readTree(Answers.expectOk(cli.server().get(SessionCommands.PATH, "application/json"), "")
                .body());
    }
}
