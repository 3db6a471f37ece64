package dev.redliner.testbench.benchmark;

import dev.redliner.api.LiveTick;
import dev.redliner.api.RunState;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Slows the SUT down in the middle of a ramp and watches Envoy's own runtime until the share is smaller. The rule
 * evaluates one sampling interval, and one failure is enough. The measurement therefore covers the propagation of the
 * verdict, without the patience of a rule.
 */
final class Reaction {
    private static final double SLOWER = 12;
    private static final Duration GIVE_UP = Duration.ofSeconds(30);
    private static final Pattern NUMERATOR = Pattern.compile("number_value: (\\d+)");

    private final Demo demo;
    private final Duration interval;
    private final InstantSource clock;
    private final HttpClient http = HttpClient.newHttpClient();

    /**
     * @param fromBreachMillis from the moment the SUT became slow
     * @param fromSampleMillis from the end of the sample that showed the breach: the time that Redliner itself needs
     */
    record Times(double fromBreachMillis, double fromSampleMillis) {}

    Reaction(Demo demo, Duration interval, InstantSource clock) {
        this.demo = demo;
        this.clock = clock;
        this.interval = interval;
    }

    Times measure() throws RunRefused {
        demo.impatient(interval);
        String run = demo.startRun();
        var moved = new CountDownLatch(1);
        var brokenSample = new CompletableFuture<Instant>();
        var over = CompletableFuture.runAsync(() -> demo.follow(run, news -> {
            if (news.kind() == RunUpdate.Kind.TICK && news.data() instanceof LiveTick tick) {
                if (tick.state() == RunState.RAMPING && tick.step() >= 2) {
                    moved.countDown();
                }
                if (moved.getCount() == 0
                        && tick.rules().stream()
                                .anyMatch(r ->
                                        r.rule().equals("now") && r.outcome().equals("FAIL"))) {
                    brokenSample.complete(tick.at());
                }
            }
        }));
        try {
            moved.await();
            // real breaches come at any point of an interval
            LockSupport.parkNanos((long) (Math.random() * interval.toNanos()));
            long before = share();
            Instant broken = clock.instant();
            demo.fleet().slow(sut(), SLOWER);
            Instant smaller = awaitSmaller(before);
            demo.fleet().slow(sut(), 1);
            demo.abort(run);
            over.join();
            return new Times(millis(broken, smaller), millis(brokenSample.getNow(smaller), smaller));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private String sut() {
        return demo.fleet().hosts().get(0).id();
    }

    private static double millis(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e6;
    }

    private Instant awaitSmaller(long before) {
        Instant until = clock.instant().plus(GIVE_UP);
        while (clock.instant().isBefore(until)) {
            if (share() < before) {
                return clock.instant();
            }
            LockSupport.parkNanos(2_000_000);
        }
        throw new IllegalStateException("the share did not get smaller within " + GIVE_UP.toSeconds() + " s");
    }

    /** The share that Redliner holds in Envoy, in Envoy's own unit. 0 without one: the baseline. */
    private long share() {
        try {
            String body = http.send(
                            HttpRequest.newBuilder(URI.create(demo.envoy().admin() + "/runtime?format=json"))
                                    .timeout(Duration.ofSeconds(2))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            int key = body.indexOf("redliner.demo.share");
            if (key < 0) {
                return 0;
            }
            int end = body.indexOf("final_value", key);
            Matcher matcher = NUMERATOR.matcher(body.substring(Math.max(0, end)));
            if (end < 0 || !matcher.find()) {
                throw new IllegalStateException("Envoy's runtime does not name the share: " + body);
            }
            return Long.parseLong(matcher.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
