package dev.redliner.controller.api;

import dev.redliner.api.RunUpdate;
import dev.redliner.contracts.StopOrder;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.thread.DatabaseThread;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The open event streams. Each has its own thread, so that a slow reader delays no other reader. */
final class EventStreams implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);
    private static final long NO_TIMEOUT = 0L;

    private final Runs runs;
    private final WebSettings settings;
    private final ExecutorService writers;
    private final Set<EventQueue> open = ConcurrentHashMap.newKeySet();
    private volatile boolean running = true;

    EventStreams(Runs runs, WebSettings settings) {
        this.runs = runs;
        this.settings = settings;
        AtomicInteger number = new AtomicInteger();
        this.writers = new ThreadPoolExecutor(
                0, settings.maxReaders(), 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "redliner-events-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Opens a stream of the events of a run after the given event. */
    SseEmitter open(String run, long after) {
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        try {
            writers.execute(() -> write(run, after, emitter));
        } catch (RejectedExecutionException e) {
            throw ApiProblem.tooManyReaders(settings.maxReaders());
        }
        return emitter;
    }

    private void write(String run, long after, SseEmitter emitter) {
        EventQueue queue = new EventQueue(settings.eventBacklog());
        open.add(queue);
        try (AutoCloseable following = runs.follow(run, after, queue::put)) {
            emitter.send(SseEmitter.event().comment("following run " + run).reconnectTime(1000));
            pass(run, queue, emitter);
            emitter.complete();
        } catch (IOException | IllegalStateException e) {
            log.debug("run={} a reader of events is gone: {}", run, e.getMessage());
            emitter.completeWithError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            emitter.complete();
        } catch (Exception e) {
            log.warn("run={} event stream failed; the client can reconnect", run, e);
            emitter.completeWithError(e);
        } finally {
            open.remove(queue);
        }
    }

    private void pass(String run, EventQueue queue, SseEmitter emitter) throws IOException, InterruptedException {
        boolean over = false;
        while (true) {
            Optional<RunUpdate> next = queue.take(running ? settings.heartbeat() : Duration.ZERO);
            if (next.isPresent()) {
                emitter.send(event(next.get()));
                if (next.get().kind() == RunUpdate.Kind.END) {
                    return;
                }
            } else if (queue.cut()) {
                log.info("run={} event stream is {} events behind; closed", run, settings.eventBacklog());
                return;
            } else if (over || !running) {
                // The end was sent before this reader connected. Otherwise it would have arrived by now.
                return;
            } else {
                emitter.send(SseEmitter.event().comment("still here"));
                over = runs.find(run).map(report -> report.state().over()).orElse(true);
            }
        }
    }

    private static SseEmitter.SseEventBuilder event(RunUpdate news) {
        return SseEmitter.event()
                .id(Long.toString(news.sequence()))
                .name(news.kind().name().toLowerCase(Locale.ROOT))
                .data(news.data(), MediaType.APPLICATION_JSON);
    }

    @Override
    public void start() {
        running = true;
    }

    /**
     * Ends the streams before the web server waits for open requests. Writers are not interrupted, because they may be
     * reading the database.
     */
    @Override
    public void stop() {
        running = false;
        open.forEach(EventQueue::wake);
        DatabaseThread.end(writers);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.EVENT_STREAMS;
    }
}
