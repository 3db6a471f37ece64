package dev.redliner.standalone.traffic;

import io.netty.channel.ChannelOption;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Open-loop traffic: requests are sent when they are due, whether or not earlier ones were answered. Real users behave
 * in the same way. A closed loop would slow down with the host and hide its redline.
 */
public final class Traffic implements LoadGenerator {
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration STOP = Duration.ofSeconds(1);

    private final LoadSettings settings;
    private final LoopResources loops = LoopResources.create("traffic", 1, true);
    private final ConnectionProvider connections;
    private final HttpClient client;
    private final RequestCounter tally = new RequestCounter();
    private final PunctualityMeter punctuality = new PunctualityMeter();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final SplittableRandom users;
    private final Pacer pacer;

    private Traffic(LoadSettings settings) {
        this.settings = settings;
        this.users = new SplittableRandom(settings.seed() + 2);
        // the most recently used connections are taken first, so a small set stays warm
        this.connections = ConnectionProvider.builder("traffic")
                .maxConnections(settings.maxInFlight())
                .lifo()
                .maxIdleTime(IDLE)
                .build();
        this.client = HttpClient.create(connections)
                .runOn(loops)
                .option(ChannelOption.TCP_NODELAY, true)
                .responseTimeout(settings.timeout());
        this.pacer = new Pacer(settings, this::send);
    }

    /** Starts sending at once. */
    public static Traffic start(LoadSettings settings) {
        // suppresses a warning for each failed request; failures are counted
        LoggingSystem.get(Traffic.class.getClassLoader()).setLogLevel("reactor.netty.http.client", LogLevel.ERROR);
        var traffic = new Traffic(settings);
        traffic.pacer.start();
        return traffic;
    }

    @Override
    public void rps(double rps) {
        pacer.rps(LoadSettings.checkRps(rps));
    }

    @Override
    public double rps() {
        return pacer.rps();
    }

    @Override
    public TrafficCounts counts() {
        return tally.counts(inFlight.get());
    }

    @Override
    public Punctuality punctuality() {
        return punctuality.read(pacer.stalledNanos());
    }

    private void send(long dueNanos) {
        tally.due();
        punctuality.sent(dueNanos, System.nanoTime());
        String user = "u-" + users.nextInt(settings.users());
        if (inFlight.incrementAndGet() > settings.maxInFlight()) {
            inFlight.decrementAndGet();
            tally.shed();
            return;
        }
        request(user).subscribe();
    }

    private Mono<Void> request(String user) {
        return client.headers(headers -> headers.set("x-user-id", user))
                .get()
                .uri(settings.target())
                .responseSingle((response, body) -> body.then(Mono.fromRunnable(() -> tally.answered(
                        response.status().code(), response.responseHeaders().get("x-host")))))
                .then()
                .onErrorResume(failure -> {
                    tally.failed();
                    return Mono.empty();
                })
                .doFinally(end -> inFlight.decrementAndGet());
    }

    @Override
    public void close() {
        pacer.close();
        connections.disposeLater().block();
        loops.disposeLater(Duration.ZERO, STOP).block();
    }
}
