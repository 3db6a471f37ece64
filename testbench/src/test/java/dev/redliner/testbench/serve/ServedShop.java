package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Host;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import dev.redliner.testbench.faults.Ports;
import dev.redliner.testbench.faults.RestoreBound;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A shop of five hosts behind a real Envoy under live traffic, with {@code redliner serve} as a separate process. */
final class ServedShop implements AutoCloseable {
    private static final int HOSTS = 5;
    private static final double BASELINE = 1.0 / HOSTS;
    private static final String NODE = "shop-envoy-1";

    private final Fleet fleet;
    private final ServeProcess server;
    private EnvoyProcess envoy;
    private Traffic traffic;

    ServedShop(Path folder) {
        this(folder, ServeProcess::new);
    }

    /** @param serve starts the server with a data folder */
    ServedShop(Path folder, Function<Path, ServeProcess> serve) {
        this(folder, serve, false);
    }

    /** A shop whose Envoy is read by the page of its statistics alone. */
    static ServedShop readByPage(Path folder) {
        return new ServedShop(folder, ServeProcess::new, true);
    }

    private ServedShop(Path folder, Function<Path, ServeProcess> serve, boolean byPage) {
        fleet = Fleet.start(FleetSettings.demo(HOSTS, 3));
        server = serve.apply(folder.resolve("data"));
        try {
            start(folder, byPage);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void start(Path folder, boolean byPage) {
        int listen = Ports.free();
        int admin = Ports.free();
        String read = byPage
                ? "statistics: [{page: \"http://127.0.0.1:%d/stats/prometheus\", node: %s}]"
                        .formatted(Ports.free(), NODE)
                : "admin: [\"http://127.0.0.1:%d\"]".formatted(admin);
        assertThat(server.put("/api/v1/services/shop", yaml(listen, read)).statusCode())
                .isIn(200, 201);
        String bootstrapPath = "/xds/v1/pools/shop/bootstrap?node=" + NODE + "&adminPort=" + admin;
        await("the redirector to know the pool", () -> server.get(bootstrapPath).statusCode() == 200);
        envoy = EnvoyProcess.start(
                EnvoyBinary.find(), server.get(bootstrapPath).body(), folder.resolve("envoy"), Duration.ofSeconds(30));
        traffic = Traffic.start(LoadSettings.demo(URI.create("http://127.0.0.1:" + listen + "/"), 300, 3));
        await("traffic", () -> traffic.counts().answered() > 2_000);
    }

    ServeProcess server() {
        return server;
    }

    /** Starts a run and waits until it has shifted traffic. */
    String rampingRun() {
        String run = startedRun();
        awaitRamp(run);
        return run;
    }

    /** Waits until a run has shifted traffic. */
    void awaitRamp(String run) {
        await("the ramp to move traffic", () -> {
            assertThat(state(run)).isIn("PENDING", "BASELINING", "RAMPING", "REFINING", "CONFIRMING");
            return overridden() && server.run(run).at("/now/askedShare").asDouble() > BASELINE + 0.05;
        });
    }

    /** Starts a run as soon as possible: the previous run may still be releasing the pool. */
    String startedRun() {
        var answers = new ArrayList<String>();
        await("a run to be accepted", () -> {
            var answer = server.post("/api/v1/runs", "{\"service\":\"shop\"}");
            if (answer.statusCode() == 202) {
                answers.add(server.json(answer).at("/id").asString());
            }
            return answer.statusCode() == 202;
        });
        return answers.get(0);
    }

    String state(String run) {
        return server.run(run).at("/state").asString();
    }

    /** Checks that Envoy holds no override in time after a fault just now, and that the traffic shows it. */
    void awaitBaseline() {
        await("Envoy to drop the override", RestoreBound.ofSilence(), () -> !overridden());
        await("the traffic to be back", () -> Math.abs(observedShare() - BASELINE) < 0.03);
    }

    /** The SUT's part of two thousand answers. */
    private double observedShare() {
        var before = traffic.counts();
        await("two thousand requests", () -> traffic.counts().answered() > before.answered() + 2_000);
        var after = traffic.counts();
        double sut = after.byHost().getOrDefault("demo-1", 0L) - before.byHost().getOrDefault("demo-1", 0L);
        return sut / (after.answered() - before.answered());
    }

    /** Whether Envoy's runtime holds a value for the share, in place of the route's default, the baseline. */
    boolean overridden() {
        try {
            String runtime = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(envoy.admin() + "/runtime"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(runtime).contains("\"redliner\"");
            return runtime.contains("redliner.shop.share");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** @param read where the Envoy is read, as a key of the section {@code envoy} */
    private String yaml(int listen, String read) {
        String hosts = fleet.hosts().stream().map(ServedShop::entry).collect(Collectors.joining("\n"));
        return """
                service: shop
                tier: back-end
                pool:
                  hosts:
                %s
                  sut: demo-1
                  baselineShare: 1/5
                  maxShare: 60%%
                envoy: {listen: "127.0.0.1:%d", %s}
                rules:
                  - {id: slo, pass: 'latency.p99 <= duration("2s")', window: 5s, minSamples: 50, onFail: back-off}
                  - {id: heap, metric: deps.the_server.jvm.memory_used_bytes_area_heap, max: 1, window: 5s, onFail: report}
                # the server itself, in place of a database
                dependsOn: [{name: the-server, metrics: "%s/actuator/prometheus"}]
                signals: [deps.the_server.jvm.memory_used_bytes_area_heap]
                limits: {maxDuration: 5m, harmBudget: 50%%, unknownFor: 30s, settledFor: 0s}
                """
                .formatted(hosts, listen, read, server.url());
    }

    private static String entry(Host host) {
        return "    - {id: " + host.id() + ", address: \"" + host.address() + ":" + host.port() + "\", metrics: \""
                + host.metrics() + "\"}";
    }

    @Override
    public void close() {
        for (AutoCloseable part : new AutoCloseable[] {traffic, envoy, server, fleet}) {
            try {
                if (part != null) {
                    part.close();
                }
            } catch (Exception e) {
                System.out.println("could not be stopped: " + e);
            }
        }
    }
}
