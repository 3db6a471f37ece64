package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunUpdate;
import dev.redliner.controller.engine.Runs;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class EventStreamTest {
    private static final Instant START = Instant.parse("2026-01-05T10:00:00Z");
    private static ApiServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @BeforeAll
    static void start() {
        server = new ApiServer("--redliner.controller.web.max-readers=3");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Object> scripted(String run) {
        server.runs().put(ScriptedRun.accepted(run, "checkout"));
        List<Object> news = new ArrayList<>();
        new ScriptedRun(run, START).play(news::add);
        return news;
    }

    private Iterator<String> follow(String run, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/runs/" + run + "/events"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        var response = client.send(request.build(), BodyHandlers.ofLines());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body().iterator();
    }

    private static List<Long> ids(Iterator<String> lines) {
        List<Long> ids = new ArrayList<>();
        lines.forEachRemaining(line -> {
            if (line.startsWith("id:")) {
                ids.add(Long.parseLong(line.substring(3).strip()));
            }
        });
        return ids;
    }

    @Test
    void a_run_is_told_from_its_beginning_to_its_end_and_then_the_stream_ends() throws Exception {
        List<Object> news = scripted("a");
        news.forEach(one -> server.runs().append("a", one));
        assertThat(ids(follow("a")))
                .isEqualTo(LongStream.rangeClosed(1, news.size()).boxed().toList());
    }

    @Test
    void who_comes_back_gets_the_rest_without_a_gap() throws Exception {
        List<Object> news = scripted("b");
        news.subList(0, 50).forEach(one -> server.runs().append("b", one));
        Iterator<String> lines = follow("b", "Last-Event-ID", "42");
        news.subList(50, news.size()).forEach(one -> server.runs().append("b", one));
        assertThat(ids(lines))
                .isEqualTo(LongStream.rangeClosed(43, news.size()).boxed().toList());
    }

    @Test
    void a_silent_stream_says_that_it_lives() throws Exception {
        List<Object> news = scripted("c");
        Iterator<String> lines = follow("c");
        List<String> seen = new ArrayList<>();
        while (!seen.contains(":still here")) {
            seen.add(lines.next());
        }
        server.runs().append("c", news.get(news.size() - 1));
        assertThat(ids(lines)).containsExactly(1L);
    }

    @Test
    void who_has_seen_the_end_is_not_kept_waiting() throws Exception {
        List<Object> news = scripted("d");
        news.forEach(one -> server.runs().append("d", one));
        assertThat(ids(follow("d", "Last-Event-ID", Integer.toString(news.size()))))
                .isEmpty();
    }

    @Test
    void a_stop_ends_streams_at_once_and_interrupts_no_writer_that_reads_the_database() throws Exception {
        var reads = new CountDownLatch(1);
        var answers = new CountDownLatch(1);
        var interrupted = new AtomicBoolean();
        Runs slow = (Runs) Proxy.newProxyInstance(
                Runs.class.getClassLoader(), new Class<?>[] {Runs.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("follow")) {
                        return (AutoCloseable) () -> {};
                    }
                    reads.countDown();
                    try {
                        answers.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                    return Optional.empty();
                });
        var settings = new WebSettings(List.of(), List.of(), DataSize.ofKilobytes(2), Duration.ofMillis(100), 10, 2);
        var streams = new EventStreams(slow, settings);
        streams.open("e", 0);
        reads.await();
        var stops = new Thread(streams::stop);
        stops.start();
        stops.join();
        assertThat(interrupted).isFalse();
        answers.countDown();

        var patient = new WebSettings(List.of(), List.of(), DataSize.ofKilobytes(2), Duration.ofSeconds(60), 10, 2);
        var waits = new EventQueue(patient.eventBacklog());
        waits.put(new RunUpdate(1, RunUpdate.Kind.TICK, "tick"));
        waits.wake();
        assertThat(waits.take(patient.heartbeat())).isPresent();
        assertThat(waits.take(patient.heartbeat())).as("at once").isEmpty();
    }

    @Test
    void a_reader_that_falls_behind_gets_what_it_had_and_no_more() throws Exception {
        EventQueue queue = new EventQueue(3);
        for (long sequence = 1; sequence <= 5; sequence++) {
            queue.put(new RunUpdate(sequence, RunUpdate.Kind.TICK, "tick"));
        }
        List<Long> got = new ArrayList<>();
        for (var next = queue.take(Duration.ZERO); next.isPresent(); next = queue.take(Duration.ZERO)) {
            got.add(next.get().sequence());
            queue.put(new RunUpdate(9, RunUpdate.Kind.TICK, "tick"));
        }
        assertThat(got).containsExactly(1L, 2L, 3L);
        assertThat(queue.cut()).isTrue();
    }
}
