package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.IntervalBuilder;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The probes of a recorded run: gunicorn with four threads behind a real Envoy, p99 at most 300 ms. Its true redline is 96
 * requests per second.
 */
final class RecordedProbes {
    private static final Criterion P99 = new Criterion("slo", "latency.p99", 0.01, 0.3);

    private RecordedProbes() {}

    static List<ProbeResult> ofGunicorn() throws IOException {
        try (InputStream in = RecordedProbes.class.getResourceAsStream("/gunicorn-run.csv")) {
            List<String[]> rows = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .toList();
            var probes = new ArrayList<ProbeResult>();
            var seconds = new ArrayList<CountInterval>();
            for (int i = 0; i < rows.size(); i++) {
                String[] row = rows.get(i);
                seconds.add(second(i, row));
                if (i + 1 == rows.size() || !rows.get(i + 1)[0].equals(row[0])) {
                    probes.add(probe(row, seconds));
                    seconds.clear();
                }
            }
            return probes;
        }
    }

    private static ProbeResult probe(String[] row, List<CountInterval> seconds) {
        return ProbeResult.of(
                new Plan.Probe(Integer.parseInt(row[0]), Double.parseDouble(row[2]), Stage.valueOf(row[1]), ""),
                Outcome.valueOf(row[3]),
                Boolean.parseBoolean(row[4]),
                Boolean.parseBoolean(row[5]) ? P99 : null,
                Outcome.valueOf(row[3]) == Outcome.BAD ? "slo" : "",
                seconds);
    }

    private static CountInterval second(int at, String[] row) {
        return IntervalBuilder.second(at, Double.parseDouble(row[6]))
                .bad(P99, Double.parseDouble(row[8]), Double.parseDouble(row[7]))
                .available(Double.parseDouble(row[9]))
                .build();
    }
}
