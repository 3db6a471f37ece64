package dev.redliner.standalone.restore;

import dev.redliner.contracts.pool.Pool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the contents of Redliner's runtime layer from the Envoys' admin addresses. A page of statistics does not have
 * them.
 */
final class EnvoyRuntime {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String LAYER = "redliner";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    /** The shares that the Envoys of a pool hold. */
    List<EnvoyOverride> look(Pool pool) {
        return Stream.concat(
                        pool.envoy().admins().stream().map(admin -> look(admin, pool)),
                        pool.envoy().statistics().stream()
                                .map(each -> unknown(each.page(), "its page of statistics does not have the share")))
                .toList();
    }

    private EnvoyOverride look(URI admin, Pool pool) {
        URI runtime = URI.create(admin.toString().replaceFirst("/+$", "") + "/runtime");
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(runtime).timeout(PATIENCE).build(), BodyHandlers.ofString());
            return answer.statusCode() == 200
                    ? held(admin.toString(), answer.body(), pool)
                    : unknown(admin, "it answers " + answer.statusCode());
        } catch (IOException e) {
            return unknown(admin, "nobody answers (" + e.getClass().getSimpleName() + ")");
        } catch (JacksonException e) {
            return unknown(admin, "it does not answer as an Envoy does");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unknown(admin, "interrupted");
        }
    }

    /** Parses Envoy's own output: the value of each layer, by key. An empty value means that the layer holds none. */
    static EnvoyOverride held(String admin, String runtime, Pool pool) {
        JsonNode found = JSON.readTree(runtime);
        if (!found.path("layers").isArray()) {
            return new EnvoyOverride(admin, Restored.UNKNOWN, "it does not answer as an Envoy does");
        }
        JsonNode entry = found.path("entries").path(pool.runtimeKey());
        String override = "";
        int layer = 0;
        for (JsonNode name : found.path("layers")) {
            if (name.asString("").equals(LAYER)) {
                override = entry.path("layer_values").path(layer).asString("");
            }
            layer++;
        }
        return override.isEmpty()
                ? new EnvoyOverride(admin, Restored.YES, "baseline")
                : new EnvoyOverride(
                        admin,
                        Restored.NO,
                        "holds " + override.replaceAll("\\s+", " ").strip());
    }

    private static EnvoyOverride unknown(URI admin, String why) {
        return new EnvoyOverride(admin.toString(), Restored.UNKNOWN, why);
    }
}
