package dev.redliner.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The listeners, routes and clusters that Envoys keep although they are no longer declared by any service. */
final class FrozenConfigurations {
    private static final String PATH = "/api/v1/envoy-configurations";

    private final Server server;

    FrozenConfigurations(Server server) {
        this.server = server;
    }

    List<JsonNode> frozen() {
        JsonNode all = Documents.JSON.readTree(
                Answers.expectOk(server.get(PATH, "application/json"), "").body());
        return all.valueStream().filter(FrozenConfigurations::isFrozen).toList();
    }

    /** A note that the Envoys of a changed or deleted service keep its configuration, or empty if they hold none. */
    String note(String service) {
        Server.Answer answer = server.get(path(service), "application/json");
        if (!answer.ok()) {
            return "";
        }
        JsonNode found = Documents.JSON.readTree(answer.body());
        return isFrozen(found)
                ? "Its Envoys keep " + kept(found) + ".\nTake that away with: redliner service withdraw "
                        + Formats.safe(service) + "\n"
                : "";
    }

    /**
     * Withdraws the configuration from the Envoys.
     *
     * @param confirm the service's name again
     * @return the withdrawn configuration
     * @throws CliFailure if the withdrawal is not confirmed; the message lists everything that Envoys would lose
     */
    JsonNode withdraw(String service, String confirm) {
        JsonNode found = Documents.JSON.readTree(Answers.expectOk(server.get(path(service), "application/json"), "")
                .body());
        if (isFrozen(found) && !service.equals(confirm)) {
            throw new CliFailure(
                    ExitCode.REFUSED,
                    "This removes configuration from Envoys. Traffic through it fails from then on:\n"
                            + words(found) + "Nothing was done. Confirm it with: redliner service withdraw "
                            + Formats.safe(service) + " --confirm " + Formats.safe(service));
        }
        String confirmed = "?confirm=" + encoded(service);
        return Documents.JSON.readTree(Answers.expectOk(
                        server.send(
                                "DELETE",
                                path(service) + confirmed,
                                "",
                                "",
                                Map.of("If-Match", "\"" + found.path("revision").asLong() + "\"")),
                        "")
                .body());
    }

    /** Describes the configuration and lists the Envoys that have it. */
    static String words(JsonNode configuration) {
        List<String> envoys = texts(configuration, "envoys");
        return kept(configuration) + "\n"
                + (envoys.isEmpty()
                        ? "no Envoy that takes it from Redliner is connected; one that connects later loses it then\n"
                        : "connected Envoys: " + String.join(", ", envoys) + "; others lose it when they connect\n");
    }

    private static String kept(JsonNode configuration) {
        if (configuration.path("listener").asString("").isEmpty()) {
            return "the listener, routes and clusters of a definition that cannot be read";
        }
        return "listener " + Formats.safe(configuration.path("listener").asString(""))
                + " with its routes, and clusters " + String.join(", ", texts(configuration, "clusters"));
    }

    private static List<String> texts(JsonNode node, String field) {
        return node.path(field)
                .valueStream()
                .map(it -> Formats.safe(it.asString("")))
                .toList();
    }

    private static boolean isFrozen(JsonNode configuration) {
        return configuration.path("state").asString("").equals("FROZEN");
    }

    private static String path(String service) {
        return PATH + "/" + encoded(service);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
