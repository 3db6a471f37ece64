package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;

import dev.redliner.testbench.faults.Commands;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The cost of readers of events: CPU and memory of {@code redliner serve} in the middle of three runs, without readers
 * and with many, and how far the readers are apart. Each reader checks that it missed no event. Needs Linux.
 *
 * <p>Arguments: readers (200), seconds of each look (15).
 */
final class CostOfEventStreams {
    private static final int RUNS = 3;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServeProcess server;
    private final Duration length;
    private final Map<Long, Arrivals> arrivalsByEvent = new ConcurrentHashMap<>();

    private CostOfEventStreams(ServeProcess server, Duration length) {
        this.server = server;
        this.length = length;
    }

    /** Prints a line for each look. */
    public static void main(String[] arguments) throws IOException {
        int readers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        Duration length = Duration.ofSeconds(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 15);
        Path folder = Files.createTempDirectory("event-streams");
        try (var shop = new ServedShop(folder, data -> new ServeProcess(data, Commands.script()))) {
            var cost = new CostOfEventStreams(shop.server(), length);
            for (int i = 0; i < RUNS; i++) {
                String run = shop.rampingRun();
                cost.look(run, 0);
                cost.look(run, readers);
                // a run that ended meanwhile sent no events, and its looks are worth nothing
                System.out.println("run " + run + " is " + shop.state(run));
                shop.server().post("/api/v1/runs/" + run + "/abort", "{}");
            }
        }
        System.exit(0);
    }

    private void look(String run, int readers) {
        arrivalsByEvent.clear();
        List<Reader> open = Stream.generate(Reader::new)
                .limit(readers)
                .peek(it -> open(run, it))
                .toList();
        await("all readers to read", () -> open.stream().allMatch(reader -> reader.last > 0));
        double cpu = ProcessUsage.cpuSeconds(server.pid());
        long from = System.nanoTime();
        arrivalsByEvent.clear();
        LockSupport.parkNanos(length.toNanos());
        double seconds = (System.nanoTime() - from) / 1e9;
        List<Double> spreads = arrivalsByEvent.values().stream()
                .filter(arrivals -> arrivals.count == readers)
                .map(Arrivals::spreadMs)
                .sorted()
                .toList();
        System.out.printf(
                Locale.ROOT,
                "%3d readers, %.0f s: serve %5.1f%% of a core, %4.0f MB; %d events reached all readers, between the"
                        + " first and the last of them p50 %.1f ms, worst %.1f ms; %d readers missed an event%n",
                readers,
                seconds,
                100 * (ProcessUsage.cpuSeconds(server.pid()) - cpu) / seconds,
                ProcessUsage.residentMb(server.pid()),
                spreads.size(),
                spreads.isEmpty() ? 0 : spreads.get(spreads.size() / 2),
                spreads.isEmpty() ? 0 : spreads.get(spreads.size() - 1),
                open.stream().filter(reader -> reader.missed).count());
        open.forEach(Reader::close);
    }

    private void open(String run, Reader reader) {
        URI events = URI.create(server.url() + "/api/v1/runs/" + run + "/events");
        CompletableFuture<?> answer =
                http.sendAsync(HttpRequest.newBuilder(events).build(), BodyHandlers.fromLineSubscriber(reader));
        answer.exceptionally(failure -> {
            System.out.println("a stream ended: " + failure);
            return null;
        });
    }

    /** When the first and the newest reader got an event. */
    private static final class Arrivals {
        private final long first = System.nanoTime();
        private long newest = first;
        private int count;

        private synchronized void another() {
            newest = System.nanoTime();
            count++;
        }

        private double spreadMs() {
            return (newest - first) / 1e6;
        }
    }

    private final class Reader implements Flow.Subscriber<String> {
        private final List<Flow.Subscription> subscriptions = new ArrayList<>();
        private volatile long last;
        private volatile boolean missed;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscriptions.add(subscription);
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("id:")) {
                long event = Long.parseLong(line.substring(3).strip());
                missed |= event != last + 1;
                last = event;
                arrivalsByEvent.computeIfAbsent(event, number -> new Arrivals()).another();
            }
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}

        private void close() {
            subscriptions.forEach(Flow.Subscription::cancel);
        }
    }
}
