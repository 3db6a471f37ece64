package dev.redliner.testbench.chance;

import dev.redliner.analyzer.judge.JudgeSettings;
import dev.redliner.analyzer.judge.PoolJudge;
import dev.redliner.analyzer.rule.RuleCache;
import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.SearchStart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pool whose traffic follows its orders, sampled by the real analyzer and measured by a real run. Traffic comes in
 * page loads, swings by 8% within a minute, and has slow noise of 3%.
 */
public final class PoolInVirtualTime {
    public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    private static final String ENVOY = "envoy-1";
    private static final double SWING = 0.08;
    private static final double SWING_SECONDS = 60;
    private static final double NOISE = 0.03;
    private static final double NOISE_SECONDS = 10;
    private static final int IDLE_SECONDS = 60;
    private static final Duration WATCH = Duration.ofSeconds(5);

    /** The measured hosts. */
    public final List<QuietHosts> sut;

    final QuietHosts peers;
    /** The fraction of the asked share that the SUT gets. */
    double obeys = 1;
    /** CPU fraction of the peers. It varies by chance, with the number of page loads in a tick. */
    double peersCpu = 0.5;

    private final QuietService service;
    private final Draws draws;
    private final double phase;
    private final @Nullable Users users;
    private final PoolJudge judge = new PoolJudge(JudgeSettings.DEFAULT);
    private final RuleCache rules = new RuleCache();
    private final List<String> decisions = new ArrayList<>();
    private final List<Handled> events = new ArrayList<>();
    private Run run;
    private Instant now = START;
    private Duration tick = Duration.ofSeconds(1);
    private double noise;
    private long sequence;

    public PoolInVirtualTime(QuietService service, long seed, SearchStart search) {
        this.service = service;
        draws = new Draws(seed);
        sut = Stream.generate(() -> new QuietHosts(draws, service.page()))
                .limit(service.measured())
                .toList();
        peers = new QuietHosts(draws, service.page());
        phase = draws.uniform();
        users = service.tier() == Tier.FRONT_END ? new Users(draws, service.poolRps()) : null;
        run = Run.accepted(new RunFacts("shop-1", service.definition(), 1, START, SearchSettings.DEFAULT, search));
    }

    public Run run() {
        return run;
    }

    /** An event of the run, when the run processed it, and its outcome. */
    public record Handled(Instant at, RunEvent event, String outcome) {}

    /** All events of the run so far. */
    public List<Handled> events() {
        return events;
    }

    /** The load that the SUT's share brings without the swing of the traffic, requests per second. */
    public double load() {
        return share().fraction() * service.poolRps();
    }

    public double seconds() {
        return Duration.between(START, now).toMillis() / 1e3;
    }

    /** All decisions in order, without repetitions. */
    List<String> decisions() {
        return decisions;
    }

    /** Begins the run after a minute in which the pool was idle and sampled. */
    public PoolInVirtualTime begin() {
        for (int second = 0; second < IDLE_SECONDS; second++) {
            now = now.plus(tick);
            sequence++;
            readHosts();
        }
        acknowledge();
        handle(new RunEvent.Begun("chance"));
        return this;
    }

    PoolInVirtualTime until(RunState state) {
        while (run.state() != state && !run.state().over()) {
            pass();
        }
        return this;
    }

    /** Lets time pass until the run is over, for at most this duration. */
    PoolInVirtualTime toTheEnd(Duration longest) {
        Instant end = now.plus(longest);
        while (!run.state().over() && now.isBefore(end)) {
            pass();
        }
        return this;
    }

    /** Lets one tick pass. */
    public void pass() {
        acknowledge();
        judge.on(watch(), rules.of(watch()), now);
        tick = run.samplingInterval();
        double part = part() * (run.standing() instanceof DesiredTraffic.Shift ? obeys : 1);
        double rps = rps();
        now = now.plus(tick);
        sequence++;
        double each = part * rps / service.measured();
        List<QuietHosts.Counts> ofSut =
                sut.stream().map(host -> host.tick(each, tickSeconds())).toList();
        QuietHosts.Counts ofPeers = peers.tick((1 - part) * rps, tickSeconds());
        readHosts();
        for (int i = 0; i < ofSut.size(); i++) {
            handle(judge.on(batch(QuietService.name(i), ofSut.get(i), sutGauges()), now)
                    .verdicts());
        }
        handle(judge.on(batch(SampleBatch.PEERS, ofPeers, Map.of()), now).verdicts());
        handle(new RunEvent.TimePassed());
    }

    /** The part of the traffic that the share brings: of the requests, or of those of the users in its buckets. */
    private double part() {
        return users == null ? share().fraction() : users.part(share());
    }

    private void readHosts() {
        for (int i = service.measured(); i < service.hosts(); i++) {
            judge.on(hostBatch(i), now);
        }
    }

    private double rps() {
        double left = Math.exp(-tickSeconds() / NOISE_SECONDS);
        noise = left * noise + NOISE * Math.sqrt(1 - left * left) * draws.normal();
        double swing = SWING * Math.sin(2 * Math.PI * (seconds() / SWING_SECONDS + phase));
        return service.poolRps() * (1 + swing) * Math.exp(noise);
    }

    private double tickSeconds() {
        return tick.toMillis() / 1e3;
    }

    /** Gauges of a SUT whose process has been running for an hour. */
    private static Map<String, Double> sutGauges() {
        return Map.of(
                MetricNames.PROCESS_START, (double) START.minusSeconds(3600).getEpochSecond());
    }

    /** A sample of a collector on a peer: its CPU, which the few requests of the tick use. */
    private SampleBatch hostBatch(int host) {
        double noisy =
                peersCpu * (1 + draws.normal() * Math.sqrt(2 * service.page() / (service.rps() * tickSeconds())));
        Map<String, Double> gauges = Map.of(MetricNames.HOST_CPU, Math.max(0, Math.min(1, noisy)));
        return new SampleBatch(
                "shop",
                QuietService.name(host),
                "collector-" + host,
                1,
                sequence,
                now,
                tick,
                gauges,
                Map.of(),
                Map.of(),
                List.of());
    }

    private SampleBatch batch(String host, QuietHosts.Counts counts, Map<String, Double> gauges) {
        Map<String, Double> counters = Map.of(
                MetricNames.REQUESTED, (double) counts.requested(),
                MetricNames.COMPLETED, (double) counts.completed(),
                MetricNames.ERRORS, (double) counts.errors(),
                MetricNames.CONNECT_FAILURES, (double) counts.connectFailures());
        Map<String, LatencyHistogram> latency = Map.of(MetricNames.LATENCY, counts.latency());
        return new SampleBatch(
                "shop", host, "beside-envoy", 1, sequence, now, tick, gauges, counters, latency, List.of(), ENVOY);
    }

    private Watch watch() {
        var facts = run.facts();
        var pool = facts.service().pool();
        return new Watch(
                facts.id(),
                pool.name(),
                pool.sut(),
                pool.peers(),
                facts.service().rules(),
                run.samplingInterval(),
                run.baselineMetrics(),
                now,
                WATCH);
    }

    private Share share() {
        return run.standing() instanceof DesiredTraffic.Shift shift
                ? shift.share()
                : run.facts().service().pool().baselineShare();
    }

    private void acknowledge() {
        boolean shifted = run.standing() instanceof DesiredTraffic.Shift;
        var state = shifted ? EnvoyState.State.APPLIED : EnvoyState.State.BASELINE;
        handle(new RunEvent.ReportArrived(new RedirectReport(
                "shop",
                "r1",
                now,
                shifted ? Lease.LIVE : Lease.IDLE,
                run.id(),
                1,
                1,
                share(),
                null,
                List.of(new EnvoyState(ENVOY, state, share(), null)))));
    }

    private void handle(List<Verdict> verdicts) {
        verdicts.forEach(verdict -> handle(new RunEvent.VerdictArrived(verdict)));
    }

    private void handle(RunEvent event) {
        run = run.on(event, now).run();
        events.add(new Handled(now, event, run.outcome()));
        if (decisions.isEmpty() || !decisions.get(decisions.size() - 1).equals(run.decided())) {
            decisions.add(run.decided());
        }
    }
}
