package dev.redliner.testbench.deploy;

import dev.redliner.standalone.envoy.EnvoyBinary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Runs services of docker-compose.yml without containers. Commands, environment, files and health checks are those of
 * the file, in the order that {@code depends_on} requires, with addresses of a {@link LoopbackNetwork}.
 */
final class PlainCompose implements AutoCloseable {
    private static final long CHECK_NANOS = 500_000_000L;

    private final ComposeFile file;
    private final ImageFile image;
    private final LoopbackNetwork network;
    private final Path folder;
    private final Set<String> satisfiedElsewhere;
    private final Map<String, PlainProcess> running = new LinkedHashMap<>();
    private final Deque<PlainProcess> order = new ArrayDeque<>();
    private final Set<String> healthy = new HashSet<>();

    /**
     * @param satisfiedElsewhere services that already run in another way
     */
    PlainCompose(
            ComposeFile file, ImageFile image, LoopbackNetwork network, Path folder, Set<String> satisfiedElsewhere) {
        this.file = file;
        this.image = image;
        this.network = network;
        this.folder = folder;
        this.satisfiedElsewhere = satisfiedElsewhere;
    }

    /** Starts these services as soon as each may start, and returns when all are healthy or have ended successfully. */
    void up(List<ComposeService> services, long withinSeconds) {
        long deadline = System.nanoTime() + withinSeconds * 1_000_000_000L;
        var waiting = new ArrayList<>(services);
        while (!waiting.isEmpty() || !services.stream().allMatch(this::settled)) {
            waiting.removeIf(service -> {
                boolean may = service.dependsOn().entrySet().stream().allMatch(this::satisfied);
                if (may) {
                    launch(service, service.command(), service.name());
                }
                return may;
            });
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("not all were up within " + withinSeconds + " s; not started: "
                        + waiting.stream().map(ComposeService::name).toList() + ", healthy: " + healthy + "\n"
                        + printed());
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }

    /** Runs a service once with another command, and returns its output. */
    String run(String service, String... command) throws InterruptedException, IOException {
        var process = launch(file.service(service), List.of(command), service + "-" + order.size());
        int exit = process.end(60);
        if (exit != 0) {
            throw new IllegalStateException(List.of(command) + " ended with " + exit + "\n" + process.printed());
        }
        return process.output();
    }

    /** The peak memory of each process that still runs, in MiB. */
    Map<String, Long> peaksMiB() throws IOException {
        var peaks = new LinkedHashMap<String, Long>();
        for (var each : running.entrySet()) {
            if (each.getValue().alive()) {
                peaks.put(each.getKey(), each.getValue().peakMiB());
            }
        }
        return peaks;
    }

    private boolean satisfied(Map.Entry<String, String> dependency) {
        String name = dependency.getKey();
        if (satisfiedElsewhere.contains(name)) {
            return true;
        }
        return running.containsKey(name)
                && switch (dependency.getValue()) {
                    case "service_started" -> true;
                    case "service_healthy", "service_completed_successfully" -> settled(file.service(name));
                    default -> throw new IllegalArgumentException("condition " + dependency);
                };
    }

    /**
     * Whether a service is ready: it is healthy, it has ended successfully if it is to end, or it runs if it has no
     * health check.
     */
    private boolean settled(ComposeService service) {
        PlainProcess process = running.get(service.name());
        if (process == null) {
            return false;
        }
        boolean ends = "no".equals(service.raw().get("restart"));
        if (!process.alive()) {
            if (ends && exitOf(process) == 0) {
                return true;
            }
            throw new IllegalStateException(service.name() + " ended\n" + printed());
        }
        if (ends || service.unchecked()) {
            return !ends;
        }
        return healthy.contains(service.name()) || check(service);
    }

    private static int exitOf(PlainProcess process) {
        try {
            return process.end(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Runs a service's health check as Docker would. */
    private boolean check(ComposeService service) {
        List<String> test = service.healthcheck().isEmpty()
                ? image.healthcheck()
                : service.healthcheck().subList(1, service.healthcheck().size());
        var environment = environment(service);
        environment.put("READY_HOST", network.address(file.network(service)));
        var command = test.stream()
                .map(word -> word.replace("/app/ready", ComposeFile.HOME + "/deploy/ready"))
                .toList();
        try (var look = PlainProcess.start(
                service.name() + "-health", command, environment, folder.resolve(service.name() + "-health.log"))) {
            if (look.end(10) != 0) {
                return false;
            }
            healthy.add(service.name());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private PlainProcess launch(ComposeService service, List<String> arguments, String name) {
        List<String> words = service.ours()
                ? Stream.concat(image.entrypoint().stream(), arguments.stream()).toList()
                : arguments;
        var files = files(service);
        var command = words.stream().map(word -> word(service, word, files)).toList();
        var process = PlainProcess.start(name, command, environment(service), folder.resolve(name + ".log"));
        order.push(process);
        if (name.equals(service.name())) {
            running.put(name, process);
        }
        return process;
    }

    private String word(ComposeService service, String word, Map<String, Path> files) {
        return switch (word) {
            case "java" ->
                Path.of(System.getProperty("java.home"), "bin", "java").toString();
            case "envoy" -> EnvoyBinary.find().toString();
            case "/app/app.jar" -> file.jar(service).orElseThrow().toString();
            default ->
                files.containsKey(word)
                        ? files.get(word).toString()
                        : network.translate(here(service, word), file.network(service));
        };
    }

    /** The environment of the image and of the service, with the container's memory limit for the JVM. */
    private Map<String, String> environment(ComposeService service) {
        var environment = new HashMap<String, String>();
        if (service.ours()) {
            environment.putAll(image.environment());
            environment.merge("JDK_JAVA_OPTIONS", "-XX:MaxRAM=" + service.memoryMiB() + "m", (a, b) -> a + " " + b);
        }
        service.environment()
                .forEach((key, value) -> environment.put(key, network.translate(value, file.network(service))));
        environment.replaceAll((key, value) -> here(service, value));
        return environment;
    }

    /** The folder of a volume on this machine. */
    Path volume(String name) {
        return folder.resolve("volume-" + name);
    }

    /** A path in a volume of a service, as the path on this machine; any other text as it is. */
    private String here(ComposeService service, String text) {
        for (String volume : service.volumes()) {
            String[] parts = volume.split(":");
            boolean inside = text.equals(parts[1]) || text.startsWith(parts[1] + "/");
            if (!parts[0].startsWith(".") && inside) {
                return volume(parts[0]) + text.substring(parts[1].length());
            }
        }
        return text;
    }

    /** The files that a service mounts, by their paths in the container. */
    private Map<String, Path> files(ComposeService service) {
        var files = new HashMap<String, Path>();
        for (String volume : service.volumes()) {
            String[] parts = volume.split(":");
            if (parts[0].startsWith("./") && parts[0].endsWith(".yaml")) {
                files.put(parts[1], translated(ComposeFile.HOME.resolve(parts[0])));
            }
        }
        return files;
    }

    /** Translates a mounted file. Both such files contain addresses within Envoy's container. */
    private Path translated(Path source) {
        try {
            return Files.writeString(
                    folder.resolve(source.getFileName()), network.translate(Files.readString(source), "envoy"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The ends of all logs. */
    String printed() {
        var said = new StringBuilder();
        running.values().forEach(process -> said.append(process.printed()).append('\n'));
        return said.toString();
    }

    /** Stops the processes in reverse order of their start. */
    @Override
    public void close() {
        order.forEach(PlainProcess::stop);
        order.forEach(PlainProcess::close);
    }
}
