package dev.redliner.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a collector that reads everything once a second: the node, a process (its own), a page of metrics, an
 * Envoy. Beside it, a node_exporter whose page it reads. Prints the CPU and the resident memory of both. Needs Linux, the
 * collector's executable jar, and a Kafka.
 *
 * <p>Arguments: the jar, the Kafka, seconds (60), path of a node_exporter, admin address of an Envoy with the clusters
 * {@code p-sut} and {@code p-rest}. The system property {@code redliner.jvm} has the options of the collector's JVM.
 */
final class CostOfCollector {
    private static final Duration WARM_UP = Duration.ofSeconds(90);
    private static final double TICKS_PER_SECOND = 100;

    private CostOfCollector() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> options = List.of(arguments);
        long seconds = options.size() > 2 ? Long.parseLong(options.get(2)) : 60;
        String exporter = options.size() > 3 ? options.get(3) : null;
        String envoy = options.size() > 4 ? options.get(4) : null;
        int port = free();
        int page = free();
        var processes = new LinkedHashMap<String, Process>();
        try {
            if (exporter != null) {
                processes.put("node_exporter", start(List.of(exporter, "--web.listen-address=127.0.0.1:" + page)));
            }
            processes.put(
                    "collector",
                    start(collector(options.get(0), options.get(1), port, exporter == null ? 0 : page, envoy)));
            pause(WARM_UP);
            measure(processes, Duration.ofSeconds(seconds));
        } finally {
            processes.values().forEach(Process::destroy);
        }
    }

    private static List<String> collector(String jar, String kafka, int port, int page, @Nullable String envoy) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(System.getProperty("redliner.jvm", "").split(" "))
                .filter(option -> !option.isEmpty())
                .forEach(command::add);
        String reporter = "--redliner.collector.reporters[0].";
        command.addAll(List.of("-jar", jar, "--server.port=" + port, "--spring.kafka.bootstrap-servers=" + kafka));
        command.addAll(List.of("--redliner.collector.node=n1", "--redliner.collector.pool=p"));
        command.addAll(List.of("--redliner.collector.idle-interval=1s", "--redliner.collector.process.port=" + port));
        command.addAll(List.of(reporter + "pool=p", reporter + "host=n1", reporter + "oshi=true"));
        command.add(reporter + "scrape=http://127.0.0.1:"
                + (page == 0 ? port + "/actuator/prometheus" : page + "/metrics"));
        if (envoy != null) {
            command.add(reporter + "envoys[0]=" + envoy);
        }
        return command;
    }

    private static void measure(Map<String, Process> processes, Duration time)
            throws IOException, InterruptedException {
        var before = new LinkedHashMap<String, Long>();
        for (var each : processes.entrySet()) {
            before.put(each.getKey(), ticks(each.getValue()));
        }
        long began = System.nanoTime();
        pause(time);
        double seconds = (System.nanoTime() - began) / 1e9;
        for (var each : processes.entrySet()) {
            double used = (ticks(each.getValue()) - before.get(each.getKey())) / TICKS_PER_SECOND / seconds;
            System.out.printf(
                    Locale.ROOT,
                    "%-14s %.2f%% of a core, %.0f MB resident%n",
                    each.getKey(),
                    100 * used,
                    residentMb(each.getValue()));
        }
        System.out.println(
                "load average " + Files.readString(Path.of("/proc/loadavg")).strip());
    }

    private static long ticks(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private static double residentMb(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .sum();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void pause(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
