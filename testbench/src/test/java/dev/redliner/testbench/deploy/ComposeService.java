package dev.redliner.testbench.deploy;

import static dev.redliner.testbench.deploy.ComposeFile.list;
import static dev.redliner.testbench.deploy.ComposeFile.map;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A service of docker-compose.yml.
 *
 * @param jar the jar with which its image is built, or empty if another service builds the image, or for a third-party
 *     image
 * @param dependsOn the condition for each service it waits for
 * @param healthcheck the command, or empty if there is none here, so that the image's own applies, if any
 * @param unchecked whether all health checks are disabled, including the image's
 * @param networkOf the service whose network it joins, or empty for a network of its own
 * @param memoryMiB its memory limit
 * @param raw the whole entry of the file
 */
record ComposeService(
        String name,
        String image,
        Optional<String> jar,
        List<String> command,
        Map<String, String> environment,
        Map<String, String> dependsOn,
        List<String> healthcheck,
        boolean unchecked,
        List<String> volumes,
        List<String> ports,
        Optional<String> networkOf,
        int memoryMiB,
        Map<String, Object> raw) {

    static ComposeService of(String name, Map<String, Object> raw) {
        var health = map(raw.get("healthcheck"));
        var environment = new LinkedHashMap<String, String>();
        map(raw.get("environment")).forEach((key, value) -> environment.put(key, value.toString()));
        return new ComposeService(
                name,
                raw.get("image").toString(),
                Optional.ofNullable(map(map(raw.get("build")).get("args")).get("JAR"))
                        .map(Object::toString),
                texts(raw.get("command")),
                environment,
                conditions(raw.get("depends_on")),
                texts(health.get("test")),
                Boolean.TRUE.equals(health.get("disable")),
                texts(raw.get("volumes")),
                texts(raw.get("ports")),
                Optional.ofNullable(raw.get("network_mode"))
                        .map(mode -> mode.toString().replaceFirst("^service:", "")),
                mebibytes(raw.get("mem_limit").toString()),
                raw);
    }

    /** Whether its image is built from this project. */
    boolean ours() {
        return image.startsWith("redliner/");
    }

    private static Map<String, String> conditions(Object value) {
        var conditions = new LinkedHashMap<String, String>();
        if (value instanceof List<?> names) {
            names.forEach(each -> conditions.put(each.toString(), "service_started"));
        } else {
            map(value)
                    .forEach((service, how) ->
                            conditions.put(service, map(how).get("condition").toString()));
        }
        return conditions;
    }

    private static List<String> texts(Object value) {
        return list(value).stream().map(Object::toString).toList();
    }

    private static int mebibytes(String limit) {
        int number = Integer.parseInt(limit.substring(0, limit.length() - 1));
        return switch (limit.charAt(limit.length() - 1)) {
            case 'm' -> number;
            case 'g' -> 1024 * number;
            default -> throw new IllegalArgumentException("mem_limit " + limit);
        };
    }
}
