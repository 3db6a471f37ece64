package dev.redliner.cli;

import dev.redliner.service.InvalidService;
import dev.redliner.service.Precisions;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The precision that the runs of a service can reach, in words and with a line break. Empty if none can be told. */
final class ExpectedPrecision {
    private ExpectedPrecision() {}

    /** The precision at some example rates. */
    static String atExamples(ServiceDefinition service) {
        return at(service, List.of());
    }

    /** The precision at the rate of the last minute on the server. */
    static String now(Server server, ServiceDefinition service) {
        List<Double> traffic = traffic(server, service.name());
        return traffic.isEmpty() ? "" : at(service, traffic);
    }

    /** The precision of a service that is declared on the server, at the rate of the last minute. */
    static String now(Server server, String service) {
        var answer = server.get(ServiceCommands.path(service), "application/yaml");
        try {
            return answer.ok() ? now(server, ServiceYaml.parse(null, answer.body())) : "";
        } catch (InvalidService e) {
            // written by another version
            return "";
        }
    }

    private static String at(ServiceDefinition service, List<Double> poolSeconds) {
        return Precisions.of(service, poolSeconds)
                .map(precision -> precision.words().stripTrailing() + "\n")
                .orElse("");
    }

    /** Requests of the pool by second, or empty if none were counted yet. */
    private static List<Double> traffic(Server server, String service) {
        var answer = server.get(ServiceCommands.path(service) + "/traffic", "application/json");
        return !answer.ok()
                ? List.of()
                : Documents.JSON
                        .readTree(answer.body())
                        .path("seconds")
                        .path("requests")
                        .valueStream()
                        .filter(JsonNode::isNumber)
                        .map(JsonNode::asDouble)
                        .toList();
    }
}
