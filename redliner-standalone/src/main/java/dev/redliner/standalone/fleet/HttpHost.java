package dev.redliner.standalone.fleet;

import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * A host's model behind HTTP. Each answer is sent at the time that the model computes, by the timer of the connection's
 * own event loop. No thread waits, no other thread is involved, and with the native transport the timer is precise to
 * some tens of microseconds.
 */
final class HttpHost implements AutoCloseable {
    private static final String BODY = "ok\n";

    private final String id;
    private final HostState state;
    private final Instant startedAt;
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final DisposableServer server;
    private final ScheduledFuture<?> meter;
    private final AtomicLong arrivals = new AtomicLong();
    private volatile int hangs;

    HttpHost(String id, FleetSettings fleet, int port, long seed, LoopResources loops, InstantSource clock) {
        this.id = id;
        this.state = new HostState(fleet.host(), seed, System.nanoTime());
        this.startedAt = clock.instant();
        this.server = HttpServer.create()
                .host(fleet.address())
                .port(port)
                .runOn(loops)
                .channelGroup(channels)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .handle(this::handle)
                .bindNow();
        this.meter = server.channel()
                .eventLoop()
                .scheduleAtFixedRate(
                        () -> state.readMeter(System.nanoTime()), 0, BusyMeter.PERIOD_NANOS, TimeUnit.NANOSECONDS);
    }

    int port() {
        return server.port();
    }

    void slow(double factor) {
        state.slow(factor);
    }

    /** From now on leaves one request in this many unanswered. With 0 the host answers all requests. */
    void hang(int every) {
        hangs = every;
    }

    HostFigures figures() {
        return state.figures(System.nanoTime());
    }

    private Publisher<Void> handle(HttpServerRequest request, HttpServerResponse response) {
        return switch (request.fullPath()) {
            case "/metrics" ->
                response.header("content-type", "text/plain; version=0.0.4; charset=utf-8")
                        .sendString(Mono.just(figures().prometheus(startedAt)));
            case "/healthz" -> response.sendString(Mono.just(BODY));
            default -> serve(request, response);
        };
    }

    private Publisher<Void> serve(HttpServerRequest request, HttpServerResponse response) {
        int every = hangs;
        if (every > 0 && arrivals.incrementAndGet() % every == 0) {
            return Mono.never();
        }
        Answer answer = state.arrive(System.nanoTime());
        response.status(answer.status()).header("x-host", id);
        String user = request.requestHeaders().get("x-user-id");
        if (user != null) {
            response.header("x-user-id", user);
        }
        return at(answer, request).then(response.sendString(Mono.just(BODY)).then());
    }

    /**
     * Completes when the answer is due. The host does not notice a client that hangs up before: the work is done
     * anyway.
     */
    private Mono<Void> at(Answer answer, HttpServerRequest request) {
        return Mono.create(sink -> request.withConnection(connection -> {
            long delay = answer.completionNanos() - System.nanoTime();
            var unused = connection
                    .channel()
                    .eventLoop()
                    .schedule(
                            () -> {
                                state.answered(answer);
                                sink.success();
                            },
                            delay,
                            TimeUnit.NANOSECONDS);
        }));
    }

    /** Kills the host: stops listening and drops every connection with all requests in flight. */
    @Override
    public void close() {
        meter.cancel(false);
        server.disposeNow();
        channels.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    }
}
