package dev.redliner.testbench.fleet;

import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A real Envoy that sends each request to a host chosen at random, with its latency histogram. */
final class EnvoyInFront implements AutoCloseable {
    private static final Pattern BIN =
            Pattern.compile("\\{\"lower_bound\":([0-9.eE+-]+),\"width\":([0-9.eE+-]+),\"count\":(\\d+)}");

    private final HttpClient client = HttpClient.newHttpClient();
    private final EnvoyProcess envoy;
    private final int port;

    EnvoyInFront(List<Host> hosts, Path folder) throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = socket.getLocalPort();
        }
        this.envoy = EnvoyProcess.start(EnvoyBinary.find(), bootstrap(port, hosts), folder, Duration.ofSeconds(10));
    }

    URI listener() {
        return URI.create("http://127.0.0.1:" + port + "/");
    }

    EnvoyProcess process() {
        return envoy;
    }

    /** All requests since Envoy started. Their latencies are whole milliseconds, rounded down. */
    LatencyHistogram latencies() throws IOException, InterruptedException {
        // an answer contains the histograms as merged after the previous answer; the first request only merges
        get("/stats?filter=^nothing$");
        String json = get("/stats?format=json&histogram_buckets=detailed&filter=^cluster\\.sut\\.upstream_rq_time$");
        String totals = json.substring(json.indexOf("\"totals\""), json.indexOf("\"intervals\""));
        var counts = new TreeMap<Integer, Long>();
        var bins = BIN.matcher(totals);
        while (bins.find()) {
            double middle = Double.parseDouble(bins.group(1)) + Double.parseDouble(bins.group(2)) / 2;
            counts.merge(
                    LatencyHistogram.bucketOf(Duration.ofNanos((long) (middle * 1e6))),
                    Long.parseLong(bins.group(3)),
                    Long::sum);
        }
        return LatencyHistogram.of(counts, 0);
    }

    String get(String path) throws IOException, InterruptedException {
        URI uri = URI.create(envoy.admin() + path.replace("^", "%5E").replace("\\", "%5C"));
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        envoy.close();
    }

    private static String bootstrap(int port, List<Host> hosts) {
        String endpoints = hosts.stream()
                .map(host -> "{endpoint: {address: {socket_address: {address: " + host.address() + ", port_value: "
                        + host.port() + "}}}}")
                .collect(Collectors.joining(", "));
        return """
                admin: {address: {socket_address: {address: 127.0.0.1, port_value: 0}}}
                stats_flush_on_admin: true
                enable_dispatcher_stats: true
                static_resources:
                  listeners:
                  - address: {socket_address: {address: 127.0.0.1, port_value: %d}}
                    filter_chains:
                    - filters:
                      - name: http
                        typed_config:
                          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                          stat_prefix: in
                          generate_request_id: false
                          route_config: {virtual_hosts: [{name: all, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: sut}}]}]}
                          http_filters:
                          - name: router
                            typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
                  clusters:
                  - name: sut
                    type: STATIC
                    lb_policy: RANDOM  # a random part of Poisson arrivals is Poisson again; every third one is not
                    connect_timeout: 1s
                    circuit_breakers: {thresholds: [{max_connections: 20000, max_pending_requests: 20000, max_requests: 20000}]}
                    load_assignment: {cluster_name: sut, endpoints: [{lb_endpoints: [%s]}]}
                """
                .formatted(port, endpoints);
    }
}
