package dev.redliner.redirector;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.WithoutUser;
import dev.redliner.redirector.bootstrap.BootstrapRequest;
import dev.redliner.redirector.bootstrap.EnvoyBootstrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The CPU that an Envoy uses for a request with a user: from a header, from a cookie between two others, and from a cookie
 * with the match that {@code withoutUser: random} needs. Three Envoys with one worker take turns for some seconds. Prints
 * the median over the rounds. Needs Linux.
 *
 * <p>Arguments: rounds (6), seconds of a turn (6).
 */
final class CostOfCookie {
    private static final double TICKS_PER_SECOND = 100;
    private static final String COOKIES = "theme=dark; sid=user-77; lang=de";

    private CostOfCookie() {}

    private record Case(String name, @Nullable String header, @Nullable String cookie, WithoutUser withoutUser) {
        List<String> headers() {
            return header == null ? List.of("cookie", COOKIES) : List.of(header, "user-77");
        }
    }

    private static final List<Case> CASES = List.of(
            new Case("header", "x-user-id", null, WithoutUser.PEERS),
            new Case("cookie", null, "sid", WithoutUser.PEERS),
            new Case("cookie, random", null, "sid", WithoutUser.RANDOM));

    public static void main(String[] arguments) throws IOException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 6;
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 6;
        Path folder = Files.createTempDirectory("cost-of-cookie");
        List<EnvoyProcess> envoys = new ArrayList<>();
        List<List<Double>> micros = CASES.stream()
                .map(unused -> (List<Double>) new ArrayList<Double>())
                .toList();
        try (var sut = new Upstream("sut");
                var peer = new Upstream("peer")) {
            for (Case each : CASES) {
                envoys.add(envoy(each, sut, peer, folder));
            }
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < CASES.size(); i++) {
                    micros.get(i).add(microsOfRequest(envoys.get(i), CASES.get(i), Duration.ofSeconds(seconds)));
                }
            }
        } finally {
            envoys.forEach(EnvoyProcess::close);
        }
        for (int i = 0; i < CASES.size(); i++) {
            List<Double> sorted = micros.get(i).stream().sorted().toList();
            System.out.printf(
                    Locale.ROOT,
                    "%-15s %.1f us of CPU per request, %.1f to %.1f%n",
                    CASES.get(i).name(),
                    sorted.get(sorted.size() / 2),
                    sorted.get(0),
                    sorted.get(sorted.size() - 1));
        }
    }

    private static double microsOfRequest(EnvoyProcess envoy, Case of, Duration time) throws IOException {
        double before = cpuSeconds(envoy.pid());
        long until = System.nanoTime() + time.toNanos();
        long requests = 0;
        while (System.nanoTime() < until) {
            envoy.hostOf(of.headers());
            requests++;
        }
        return 1e6 * (cpuSeconds(envoy.pid()) - before) / requests;
    }

    private static double cpuSeconds(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    private static EnvoyProcess envoy(Case of, Upstream sut, Upstream peer, Path folder) throws IOException {
        int admin = EnvoyProcess.freePort();
        int listen = EnvoyProcess.freePort();
        Pool pool = Samples.usersPool(
                Mode.RUNTIME_ONLY, listen, sut.port(), peer.port(), of.header(), of.cookie(), of.withoutUser());
        // no redirector listens on this port, and the Envoy serves its baseline
        var request = new BootstrapRequest("envoy-1", "127.0.0.1", EnvoyProcess.freePort(), admin, listen, false);
        EnvoyProcess envoy = EnvoyProcess.start(EnvoyBootstrap.yaml(pool, request), admin, listen, folder);
        while (!envoy.serving()) {
            Thread.onSpinWait();
        }
        return envoy;
    }
}
