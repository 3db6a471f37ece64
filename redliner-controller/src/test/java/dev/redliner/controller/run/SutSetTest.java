package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.HostRedline;
import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.Limits;
import dev.redliner.service.ServiceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two hosts that are measured at once. Host b carries less. */
class SutSetTest {
    private static final double POOL_RPS = 3_000;
    private static final Map<String, Double> REDLINES = new TreeMap<>(Map.of("a", 700.0, "b", 500.0));

    private Instant now = ShopWorld.START;
    private Run run = Run.accepted(new RunFacts("shop-1", service(), 1, now, SearchSettings.DEFAULT));
    /** The fraction of the SUT's requests that b gets. */
    private double partOfB = 0.5;

    private boolean bAnswers = true;
    private boolean addsUp;

    private static ServiceDefinition service() {
        Pool one = Shop.SERVICE.pool();
        var hosts = new ArrayList<>(one.hosts());
        hosts.add(new Host("c", "127.0.0.1", 3, null));
        Pool two = new Pool(
                one.name(),
                one.tier(),
                hosts,
                List.of("a", "b"),
                one.baselineShare(),
                one.maxShare(),
                null,
                one.envoy());
        return new ServiceDefinition(
                two,
                Shop.SERVICE.rules(),
                new Limits(Duration.ofMinutes(8), 0.02, Duration.ofSeconds(10), Duration.ZERO).ofSimulatedHosts(),
                Shop.SERVICE.sampling(),
                5_000.0,
                List.of(),
                ServiceDefinition.USUAL_PROFILE);
    }

    private void handle(RunEvent event) {
        run = run.on(event, now).run();
    }

    private Share share() {
        return run.standing() instanceof DesiredTraffic.Shift shift ? shift.share() : Shop.BASELINE;
    }

    private void acknowledge() {
        boolean shifted = run.standing() instanceof DesiredTraffic.Shift;
        handle(new RunEvent.ReportArrived(Shop.report(
                now, shifted ? Lease.LIVE : Lease.IDLE, run, shifted ? State.APPLIED : State.BASELINE, share())));
    }

    private void second() {
        acknowledge();
        now = now.plusSeconds(1);
        double load = share().fraction() * POOL_RPS;
        handle(new RunEvent.VerdictArrived(verdict(Map.of("a", load * (1 - partOfB), "b", load * partOfB))));
        handle(new RunEvent.TimePassed());
    }

    private void until(RunState state) {
        for (int i = 0; i < 600 && run.state() != state && !run.state().over(); i++) {
            second();
        }
        assertThat(run.state()).as(run.decided()).isEqualTo(state);
    }

    private SutSetTest begun() {
        acknowledge();
        handle(new RunEvent.Begun("test"));
        return this;
    }

    private static double slow(String host, double load) {
        return Math.min(load, Math.round(load * 0.01 * Math.pow(load / REDLINES.get(host), 30)));
    }

    private Verdict verdict(Map<String, Double> loads) {
        var criteria = new ArrayList<Criterion>();
        var hosts = new TreeMap<String, HostCounts>();
        boolean broken = false;
        for (String host : REDLINES.keySet()) {
            double load = loads.get(host);
            double slow = slow(host, load);
            broken |= slow > 0.01 * load;
            boolean answers = bAnswers || host.equals("a");
            hosts.put(
                    host,
                    new HostCounts(load, answers ? load : 0, 0, latency(load, slow), 0, load / 1_000, Overdue.NONE));
            criteria.add(new Criterion(
                    Criterion.Kind.FRACTION,
                    "latency.p99",
                    "latency.p99 <= duration(\"100ms\")",
                    slow > 0.01 * load ? 0.150 : 0.020,
                    0.100,
                    0.01,
                    slow,
                    load,
                    host,
                    null));
        }
        var rule =
                new RuleVerdict("p99", broken ? Outcome.FAIL : Outcome.PASS, broken, OnFail.BACK_OFF, criteria, null);
        var users = new RuleVerdict("users", Outcome.PASS, false, OnFail.STOP, List.of(), null);
        double load = loads.values().stream().mapToDouble(Double::doubleValue).sum();
        double slow = criteria.stream().mapToDouble(Criterion::bad).sum();
        double completed =
                hosts.values().stream().mapToDouble(HostCounts::completed).sum();
        var tick = TestTick.of(now.minusSeconds(1), now, load)
                .completed(completed)
                .latency(latency(load, slow))
                .pool(POOL_RPS)
                .cpu(load / 2_000)
                .hosts(addsUp ? Map.of() : hosts)
                .envoys("envoy-1")
                .tick();
        return new Verdict(
                run.id(),
                "shop",
                now,
                now,
                List.of(rule, users),
                tick,
                Map.of("latency.p99", 0.020),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    private static LatencyHistogram latency(double load, double slow) {
        long fast = Math.max(1, Math.round(load - slow));
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(20)), fast);
        if (slow >= 1) {
            counts.put(LatencyHistogram.bucketOf(Duration.ofMillis(150)), Math.round(slow));
        }
        return LatencyHistogram.of(counts, 0.02 * fast + 0.15 * slow);
    }

    @Test
    void the_weakest_host_limits_the_set_and_each_host_is_told_apart() {
        begun().until(RunState.COMPLETED);

        Redline redline = run.redline().orElseThrow();
        assertThat(redline.rps()).isBetween(0.93 * 500, 1.07 * 500);
        assertThat(redline.limitingRule()).isEqualTo("p99");
        assertThat(redline.hosts()).extracting(HostRedline::host).containsExactly("a", "b");
        HostRedline strong = redline.hosts().get(0);
        assertThat(strong.rps()).as("nobody saw a's redline").isNull();
        assertThat(strong.low()).isBetween(0.8 * 500, 700.0);
        HostRedline weak = redline.hosts().get(1);
        assertThat(weak.rps()).isBetween(0.93 * 500, 1.07 * 500);
        assertThat(weak.low()).isLessThanOrEqualTo(weak.rps());
        assertThat(weak.limitingRule()).isEqualTo("p99");
    }

    @Test
    void a_step_asks_for_the_share_that_brings_its_load_to_each_host() {
        begun().until(RunState.RAMPING);

        Step step = run.steps().get(0);
        assertThat(step.asked().fraction() * POOL_RPS)
                .isCloseTo(2 * step.load(), org.assertj.core.data.Offset.offset(1.0));
        second();
        second();
        assertThat(run.steps().get(0).seen().rps()).isCloseTo(step.load(), org.assertj.core.data.Offset.offset(1.0));
    }

    @Test
    void a_host_that_gets_more_than_its_part_ends_the_run_without_a_result() {
        begun().until(RunState.RAMPING);
        partOfB = 0.65;
        until(RunState.RESTORING);

        assertThat(run.decided()).contains("a gets 35% of the SUT's requests and not its even part of 50%");
        assertThat(run.redline()).isEmpty();
    }

    @Test
    void an_uneven_set_is_refused_before_anything_is_moved() {
        partOfB = 0.65;
        begun().until(RunState.REFUSED);

        assertThat(run.reason().orElse("")).contains("even part").contains("Correct the clusters");
    }

    @Test
    void a_host_that_answers_nothing_ends_the_run_although_the_other_goes_on() {
        begun().until(RunState.RAMPING);
        bAnswers = false;
        until(RunState.RESTORING);

        assertThat(run.decided()).contains("b answers nothing");
    }

    @Test
    void an_analyzer_that_adds_the_hosts_up_tells_nothing() {
        begun().until(RunState.RAMPING);
        addsUp = true;
        until(RunState.RESTORING);

        assertThat(run.decided()).contains("is the analyzer an older version?");
        assertThat(run.redline()).isEmpty();
    }
}
