package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SimulatedHost;
import dev.redliner.search.SimulatedHost.Pauses;
import dev.redliner.search.SimulatedHost.Traffic;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often the two signs of danger cut a probe in the ramp and while refining, by the load in parts of the redline, under independent
 * requests and under page loads in a swing. Up to the redline a sign is false. The last load is more than the host's
 * capacity.
 *
 * <p>The system property {@code signs.probes} is the number of probes for each host and load, and {@code signs.hosts}
 * the number of hosts. With more than the defaults, the printed tables are those of docs/search.md.
 */
class DangerSignsTest {
    private static final int PROBES = Integer.getInteger("signs.probes", 60);
    private static final int HOSTS = Integer.getInteger("signs.hosts", 3);
    private static final double CV = 0.6;
    private static final int RAMP_SECONDS = 9;
    private static final int REFINE_SECONDS = 20;
    private static final int HEAL_SECONDS = 15;
    private static final double NORMAL = 0.5;
    private static final double HEAL = 0.65;
    private static final double[] LOADS = {0.8, 0.9, 0.95, 1.0};
    private static final double BEYOND_CAPACITY = 1.1;

    /** Service time of the host of one worker that a page load takes to its limit at any load, in seconds. */
    private static final double PAGES_REACH_THE_LIMIT = 0.02;

    /** Workers and mean service time in seconds, from few to many requests per second. */
    private static final double[][] ALL = {
        {1, 0.02}, {1, 0.01}, {8, 0.02}, {2, 0.02}, {4, 0.02}, {1, 0.005}, {16, 0.02}, {1, 0.002}, {4, 0.005}
    };

    /** Probes of one host at one load that each of the signs cut, in parts of all. */
    private record Cut(double byCounts, double byMedian) {
        double any() {
            return byCounts + byMedian;
        }
    }

    @ParameterizedTest(name = "{2}, page loads of {0} requests, swing of {1}")
    @CsvSource({"1, 0, REFINE", "2, 0.08, REFINE", "1, 0, RAMP", "2, 0.08, RAMP"})
    void signs_are_rare_below_the_redline_and_frequent_far_above_it(double page, double swing, Stage stage) {
        var traffic = new Traffic(page, swing);
        for (double[] host : List.of(ALL).subList(0, HOSTS)) {
            int workers = (int) host[0];
            double truth = SimulatedHost.truth(workers, host[1], CV, Pauses.NONE, traffic);
            var cuts = new ArrayList<Cut>();
            for (double load : LOADS) {
                cuts.add(cut(stage, traffic, workers, host[1], truth, load * truth));
            }
            cuts.add(cut(stage, traffic, workers, host[1], truth, BEYOND_CAPACITY * workers / host[1]));
            System.out.println(row(workers, host[1], truth, cuts));
            assertThat(cuts.get(0).any())
                    .as("false signs at 80%% of %.0f rps", truth)
                    .isLessThan(page > 1 && workers == 1 && host[1] == PAGES_REACH_THE_LIMIT ? 0.35 : 0.1);
            assertThat(cuts.get(LOADS.length).any())
                    .as("signs beyond the capacity of the host of %.0f rps", truth)
                    .isGreaterThan(0.5);
        }
    }

    private static Cut cut(Stage stage, Traffic traffic, int workers, double mean, double truth, double load) {
        var host = new SimulatedHost(Math.round(1_000 * load), workers, mean, CV, Pauses.NONE, traffic);
        ProbeHistory before = ProbeHistory.NONE.with(baseline(host, NORMAL * truth));
        int byCounts = 0;
        int byMedian = 0;
        int seconds = stage == Stage.RAMP ? RAMP_SECONDS : REFINE_SECONDS;
        for (int i = 0; i < PROBES; i++) {
            var plan = new Plan.Probe(i + 2, load, stage, "");
            Probe probe = Probe.at(plan, SearchSettings.DEFAULT, before, plan.load());
            ProbeResult danger = null;
            for (int second = 0; second < seconds && danger == null; second++) {
                probe = probe.with(host.second(plan.load()));
                danger = Danger.of(probe, before).orElse(null);
            }
            if (danger != null) {
                byMedian += danger.queued() == null ? 0 : 1;
                byCounts += danger.queued() == null ? 1 : 0;
                heal(host, HEAL * truth);
            }
        }
        return new Cut(byCounts / (double) PROBES, byMedian / (double) PROBES);
    }

    private static ProbeResult baseline(SimulatedHost host, double load) {
        var plan = new Plan.Probe(1, load, Stage.BASELINE, "");
        Probe probe = Probe.at(plan, SearchSettings.DEFAULT, ProbeHistory.NONE, load);
        while (probe.finished(ProbeHistory.NONE).isEmpty()) {
            probe = probe.with(host.second(load));
        }
        return probe.finished(ProbeHistory.NONE).orElseThrow();
    }

    private static void heal(SimulatedHost host, double load) {
        for (int i = 0; i < HEAL_SECONDS; i++) {
            host.second(load);
        }
    }

    private static String row(int workers, double mean, double truth, List<Cut> cuts) {
        double capacity = workers / mean;
        double relaxed = 1 / Math.pow(Math.sqrt(capacity) - Math.sqrt(truth), 2);
        var row = new StringBuilder(String.format(
                Locale.ROOT,
                "| %.0f | %d of %.0f ms | %.1f, %.0f |",
                truth,
                workers,
                1e3 * mean,
                relaxed,
                relaxed * truth));
        cuts.forEach(cut ->
                row.append(String.format(Locale.ROOT, " %.1f / %.1f |", 100 * cut.byCounts(), 100 * cut.byMedian())));
        return row.toString();
    }
}
