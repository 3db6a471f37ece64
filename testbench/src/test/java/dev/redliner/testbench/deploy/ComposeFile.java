package dev.redliner.testbench.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * docker-compose.yml as Compose reads it: merge keys resolved, variables replaced by their defaults.
 *
 * @param services by name, in the order of the file
 * @param subnet of the network that all containers share
 */
record ComposeFile(Map<String, ComposeService> services, String subnet) {
    /** The project's folder, regardless of the working directory of the tests. */
    static final Path HOME = home();

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?}");

    static ComposeFile read() throws IOException {
        Map<String, Object> file = document(HOME.resolve("docker-compose.yml"));
        var services = new LinkedHashMap<String, ComposeService>();
        map(file.get("services")).forEach((name, service) -> services.put(name, ComposeService.of(name, map(service))));
        var ipam = map(map(map(file.get("networks")).get("default")).get("ipam"));
        return new ComposeFile(
                services, map(list(ipam.get("config")).get(0)).get("subnet").toString());
    }

    /** A YAML file. */
    static Map<String, Object> document(Path path) throws IOException {
        return map(resolved(
                new Load(LoadSettings.builder().setLabel(path.toString()).build())
                        .loadFromString(Files.readString(path))));
    }

    ComposeService service(String name) {
        return services.get(name);
    }

    /** The jar in the image of a service. Of the services that share an image, only one declares its build. */
    Optional<Path> jar(ComposeService service) {
        return services.values().stream()
                .filter(other -> other.image().equals(service.image()))
                .flatMap(other -> other.jar().stream())
                .findFirst()
                .map(HOME::resolve);
    }

    /** The service whose network this service joins, usually its own. */
    String network(ComposeService service) {
        return service.networkOf().orElse(service.name());
    }

    /** Resolves the merge keys and variables of this and nested mappings. */
    private static Object resolved(Object value) {
        if (value instanceof Map<?, ?> map) {
            var merged = new TreeMap<String, Object>();
            if (map.get("<<") != null) {
                merged.putAll(map(resolved(map.get("<<"))));
            }
            var ordered = new LinkedHashMap<String, Object>();
            map.forEach((key, each) -> ordered.put(key.toString(), resolved(each)));
            ordered.remove("<<");
            merged.forEach(ordered::putIfAbsent);
            return ordered;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(ComposeFile::resolved).toList();
        }
        return value instanceof String text ? withDefaults(text) : value;
    }

    private static String withDefaults(String text) {
        return VARIABLE.matcher(text).replaceAll(found -> {
            if (found.group(2) == null) {
                throw new IllegalArgumentException("variable " + found.group() + " has no default");
            }
            return Matcher.quoteReplacement(found.group(2));
        });
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }

    private static Path home() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docker-compose.yml"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no docker-compose.yml above the current folder");
            }
        }
        return folder;
    }
}
