package dev.redliner.cli;

import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;
import tools.jackson.databind.JsonNode;

/** What {@code redliner logout} and {@code redliner whoami} share, and the two commands. */
final class SessionCommands {
    static final String PATH = "/api/v1/session";

    private SessionCommands() {}

    /** {@code redliner logout}. */
    @Command(name = "logout", description = "End the session of 'redliner login'.")
    static final class Logout implements Callable<Integer> {
        @ParentCommand
        private RedlinerCli cli;

        @Override
        public Integer call() {
            // a token has no session that could end
            Server server = Server.at(cli.address(), cli.credentials()::session);
            int status = server.send("DELETE", PATH, "application/json", "", Map.of())
                    .status();
            cli.credentials().sessions().remove(server.address());
            cli.credentials().tokens().remove(server.address());
            // 401: the session had ended before
            cli.out()
                    .println(
                            status / 100 == 2 || status == 401
                                    ? "logged out"
                                    : "forgotten here; the server answered " + status);
            return ExitCode.DONE.number();
        }
    }

    /** {@code redliner whoami}. */
    @Command(name = "whoami", description = "Show as whom the server knows the caller, and the caller's roles.")
    static final class WhoAmI implements Callable<Integer> {
        @ParentCommand
        private RedlinerCli cli;

        @Override
        public Integer call() {
            JsonNode session =
                    Documents.JSON.readTree(Answers.expectOk(cli.server().get(PATH, "application/json"), "")
                            .body());
            cli.print(session, () -> text(session));
            return ExitCode.DONE.number();
        }
    }

    static String text(JsonNode session) {
        String name = Formats.safe(session.path("name").asString(""));
        if (!session.path("login").asBoolean(true)) {
            return name + ": this server requires no login, and every caller has every right\n";
        }
        var roles = session.path("roles")
                .valueStream()
                .map(role -> Formats.safe(role.asString("")))
                .toList();
        return name + ": " + String.join(", ", roles) + "\n";
    }
}
