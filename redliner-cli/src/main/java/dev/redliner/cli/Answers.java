package dev.redliner.cli;

import dev.redliner.cli.Server.Answer;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Turns a problem answer of the server (RFC 9457) into a message and an exit code. */
public final class Answers {
    private static final int UNKNOWN_CALLER = 401;
    private static final Set<Integer> REFUSED = Set.of(403, 409, 412, 429);

    private Answers() {}

    /**
     * Returns an answer that is no problem.
     *
     * @param file the name of the file that was sent, for the places of its problems, or empty if no file was sent
     * @throws CliFailure if the server refused the request or failed
     */
    public static Answer expectOk(Answer answer, String file) {
        if (answer.ok()) {
            return answer;
        }
        JsonNode problem = problem(answer);
        if (problem.path("errors").isArray()) {
            throw new CliFailure(ExitCode.USAGE, yamlErrors(problem, file));
        }
        String detail = problem.path("detail").asString(answer.body().isBlank() ? "no reason given" : answer.body());
        if (answer.status() == UNKNOWN_CALLER) {
            String login = problem.path("type").asString("").endsWith("login-failed")
                    ? ""
                    : "\nLog in with 'redliner login', or set " + Credentials.TOKEN + " or " + Credentials.TOKEN_FILE
                            + ".";
            throw new CliFailure(ExitCode.REFUSED, detail + " (401)" + login);
        }
        String active = problem.path("activeRun").asString("");
        String more = active.isEmpty() ? list(problem) : "\nWatch it with: redliner run watch " + active;
        throw new CliFailure(exit(problem, answer.status()), detail + " (" + answer.status() + ")" + more);
    }

    /**
     * Passes on an answer of the server itself.
     *
     * @throws NoServer if a proxy answers in its place: the server is away
     */
    public static Answer ofServer(Answer answer) {
        boolean gateway = answer.status() == 502 || answer.status() == 503 || answer.status() == 504;
        if (gateway && problem(answer).path("type").isMissingNode()) {
            throw new NoServer("A proxy answers that the server is away (" + answer.status() + ").", "");
        }
        return answer;
    }

    /** The command that lists what there is, if the name is wrong. */
    private static String list(JsonNode problem) {
        String type = problem.path("type").asString("");
        return Stream.of("service", "run", "schedule", "calendar")
                .filter(kind -> type.endsWith("unknown-" + kind))
                .map(kind -> "\nList what there is with: redliner " + kind + " list")
                .findFirst()
                .orElse("");
    }

    private static ExitCode exit(JsonNode problem, int status) {
        String type = problem.path("type").asString("").toLowerCase(Locale.ROOT);
        if (type.endsWith("abort-undelivered")) {
            return ExitCode.INCONCLUSIVE;
        }
        boolean refused = type.endsWith("pool-busy")
                || type.endsWith("not-ready")
                || type.endsWith("service-in-use")
                || type.endsWith("stale-revision")
                || type.endsWith("not-taken");
        return refused || REFUSED.contains(status) ? ExitCode.REFUSED : ExitCode.USAGE;
    }

    private static JsonNode problem(Answer answer) {
        try {
            return Documents.JSON.readTree(answer.body());
        } catch (JacksonException e) {
            return Documents.JSON.createObjectNode();
        }
    }

    private static String yamlErrors(JsonNode problem, String file) {
        StringBuilder text = new StringBuilder();
        for (JsonNode error : problem.path("errors")) {
            String hint = error.path("hint").asString("");
            text.append(file.isEmpty() ? "" : file + ":")
                    .append(error.path("line").asInt())
                    .append(':')
                    .append(error.path("column").asInt())
                    .append(": ")
                    .append(error.path("message").asString(""))
                    .append(hint.isEmpty() ? "" : "; " + hint)
                    .append('\n')
                    .append(error.path("excerpt").asString("").indent(4));
        }
        return text.toString().stripTrailing();
    }
}
