package dev.redliner.testbench.deploy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Pattern;

/**
 * Envoy's own counts of the demo's traffic.
 *
 * @param sut requests to the SUT
 * @param rest requests to the rest of the pool
 */
record EnvoyCounts(long sut, long rest) {
    static EnvoyCounts read(String address) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + address + ":9901/stats?filter=upstream_rq_total"))
                .build();
        String text = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return new EnvoyCounts(count(text, "demo-sut"), count(text, "demo-rest"));
    }

    private static long count(String text, String cluster) {
        var found = Pattern.compile("cluster\\." + cluster + "\\.upstream_rq_total: (\\d+)")
                .matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("Envoy has no cluster " + cluster + ":\n" + text);
        }
        return Long.parseLong(found.group(1));
    }

    EnvoyCounts since(EnvoyCounts before) {
        return new EnvoyCounts(sut - before.sut, rest - before.rest);
    }

    long all() {
        return sut + rest;
    }

    double share() {
        return (double) sut / all();
    }
}
