package dev.redliner.testbench.deploy;

import static dev.redliner.testbench.deploy.ComposeFile.list;
import static dev.redliner.testbench.deploy.ComposeFile.map;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A scrape target of deploy/prometheus.yml.
 *
 * @param host the name in the network
 * @param credentials the file of the token to send, as the container has it; empty if none is sent
 */
record PrometheusTarget(String host, int port, String path, String credentials) {
    static List<PrometheusTarget> all() throws IOException {
        var targets = new ArrayList<PrometheusTarget>();
        var file = ComposeFile.document(ComposeFile.HOME.resolve("deploy/prometheus.yml"));
        for (Object job : list(file.get("scrape_configs"))) {
            String path = map(job).getOrDefault("metrics_path", "/metrics").toString();
            String credentials = map(map(job).getOrDefault("authorization", Map.of()))
                    .getOrDefault("credentials_file", "")
                    .toString();
            for (Object group : list(map(job).get("static_configs"))) {
                list(map(group).get("targets"))
                        .forEach(target -> targets.add(of(target.toString(), path, credentials)));
            }
        }
        return targets;
    }

    private static PrometheusTarget of(String target, String path, String credentials) {
        String[] parts = target.split(":");
        return new PrometheusTarget(parts[0], Integer.parseInt(parts[1]), path, credentials);
    }

    String address() {
        return host + ":" + port;
    }
}
