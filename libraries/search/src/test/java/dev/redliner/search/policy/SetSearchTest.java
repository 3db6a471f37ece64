package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Count;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.HostRedline;
import dev.redliner.search.LatencyCounts;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SimulatedHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several hosts measured at once. */
class SetSearchTest {
    private static final double MEAN = 0.018;
    private static final double CV = 0.6;
    private static final int WORKERS = 8;
    private static final double TRUTH = SimulatedHost.truth(WORKERS, MEAN, CV);

    private final Map<String, SimulatedHost> hosts = new LinkedHashMap<>();

    private void host(String name, int workers, int seed) {
        hosts.put(name, new SimulatedHost(seed, workers, MEAN, CV));
    }

    /** The response of all hosts to the load, as a run would hand it over. */
    private CountInterval second(double load, double available) {
        var counts = new ArrayList<Count>();
        Map<String, Double> byHost = new LinkedHashMap<>();
        CountInterval worst = null;
        String slowest = "";
        for (var host : hosts.entrySet()) {
            CountInterval one = host.getValue().second(load, available);
            byHost.put(host.getKey(), one.requested());
            one.counts().forEach(count -> counts.add(new Count(of(host.getKey(), count), count.bad(), count.total())));
            if (worst == null || one.p50Seconds() > worst.p50Seconds()) {
                worst = one;
                slowest = host.getKey();
            }
        }
        assertThat(worst).isNotNull();
        return new CountInterval(
                worst.from(),
                worst.to(),
                byHost.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow(),
                byHost.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow(),
                counts,
                List.of(),
                worst.p50Seconds(),
                worst.p99Seconds(),
                worst.meanSeconds(),
                LatencyCounts.NONE,
                slowest,
                byHost,
                worst.cpu(),
                available,
                false,
                Set.of());
    }

    private static Criterion of(String host, Count count) {
        Criterion of = count.criterion();
        return new Criterion(of.rule(), of.metric(), of.allowed(), of.limitSeconds(), host);
    }

    private Plan play() {
        double available = 1.8 * TRUTH;
        Search search = GuidedSearch.from(0.45 * TRUTH, available, SearchSettings.DEFAULT);
        int probe = 0;
        for (int seconds = 0; seconds < 600 && search.plan() instanceof Plan.Probe planned; seconds++) {
            if (planned.number() != probe) {
                probe = planned.number();
                second(planned.load(), available);
            }
            search = search.observe(second(planned.load(), available));
        }
        return search.plan();
    }

    @Test
    void the_weakest_of_three_limits_them_and_has_a_redline_of_its_own() {
        double weakest = SimulatedHost.truth(WORKERS - 2, MEAN, CV);
        for (int seed = 1; seed <= 3; seed++) {
            host("a", WORKERS, seed);
            host("b", WORKERS - 2, 100 + seed);
            host("c", WORKERS, 200 + seed);
            Plan plan = play();
            assertThat(plan).isInstanceOf(Plan.Done.class);
            Redline redline = ((Plan.Done) plan).redline();
            System.out.println("weakest " + weakest + ", others " + TRUTH + ": " + redline);
            assertThat(redline.rps()).as("seed %d", seed).isBetween(0.92 * weakest, 1.08 * weakest);
            assertThat(redline.hosts()).extracting(HostRedline::host).containsExactlyInAnyOrder("a", "b", "c");
            for (HostRedline host : redline.hosts()) {
                if (host.host().equals("b")) {
                    assertThat(host.rps()).as("seed %d", seed).isBetween(0.92 * weakest, 1.08 * weakest);
                    assertThat(host.limitingRule()).isEqualTo("p99");
                } else {
                    assertThat(host.rps()).as("nobody saw it, seed %d", seed).isNull();
                    assertThat(host.low()).as("seed %d", seed).isBetween(0.7 * weakest, TRUTH);
                }
            }
        }
    }

    @Test
    void hosts_that_are_alike_have_about_the_redline_of_one() {
        for (int seed = 1; seed <= 3; seed++) {
            host("a", WORKERS, seed);
            host("b", WORKERS, 100 + seed);
            Plan plan = play();
            assertThat(plan).isInstanceOf(Plan.Done.class);
            Redline redline = ((Plan.Done) plan).redline();
            System.out.println("alike " + TRUTH + ": " + redline);
            assertThat(redline.rps()).as("seed %d", seed).isBetween(0.88 * TRUTH, 1.08 * TRUTH);
            assertThat(redline.low()).as("seed %d", seed).isLessThan(TRUTH);
        }
    }
}
