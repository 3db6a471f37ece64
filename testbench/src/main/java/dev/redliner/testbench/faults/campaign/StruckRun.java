package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.testbench.faults.Await;
import dev.redliner.testbench.faults.LiveCluster;
import dev.redliner.testbench.faults.LivePool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of the campaign: a measurement on every pool, faults during the measurements, and a check of the state that
 * they leave behind.
 */
final class StruckRun {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Runs that continue for this long after all faults are mended are aborted. */
    private static final Duration GOES_ON_FOR = Duration.ofSeconds(3);

    private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(30);

    private final LiveCluster cluster;
    private final FaultInjector striker;
    private final RunPlan plan;
    private final InstantSource clock;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<LiveViolation> violations = new ArrayList<>();

    StruckRun(LiveCluster cluster, FaultInjector striker, RunPlan plan, InstantSource clock) {
        this.cluster = cluster;
        this.striker = striker;
        this.plan = plan;
        this.clock = clock;
    }

    /** Runs the plan. An expected state that is not reached in time is a broken promise, too. */
    RunResult result() {
        try {
            return struck();
        } catch (IllegalStateException e) {
            return RunResult.broken(plan, new LiveViolation("P3", String.valueOf(e.getMessage())), cluster.said());
        } finally {
            measurements.forEach(Measurement::close);
        }
    }

    private RunResult struck() {
        Instant from = clock.instant();
        for (LivePool pool : cluster.pools()) {
            measurements.add(Measurement.start(measurements.size(), pool, clock));
        }
        if (plan.shifted()) {
            measurements.forEach(Measurement::awaitShift);
        }
        measurements.forEach(Measurement::aboutToBeStruck);
        List<InjectedFault> struck = striker.strike(
                plan.blows(), measurements.stream().map(Measurement::run).toList());
        striker.awaitWhole();
        endWhatGoesOn();
        List<RunReport> ends = measurements.stream().map(Measurement::awaitEnd).toList();
        nothingIsLeft();
        return judged(struck, ends, SentOrders.since(from, cluster.kafka()));
    }

    private void endWhatGoesOn() {
        long until = System.nanoTime() + GOES_ON_FOR.toNanos();
        Await.await(
                "the measurements to go on for a while",
                GOES_ON_FOR.multipliedBy(10),
                () -> System.nanoTime() > until || measurements.stream().allMatch(Measurement::ends),
                () -> "");
        measurements.stream().filter(it -> !it.ends()).forEach(it -> it.abort(cluster));
    }

    private void nothingIsLeft() {
        measurements.forEach(it -> Await.await(
                "the end of " + it.run() + " in the audit log",
                WRITTEN_WITHIN,
                () -> asked("/api/v1/audit?limit=1000&subject=" + it.run()).contains("run.ended"),
                () -> asked("/api/v1/audit?limit=20")));
        JsonNode chain = JSON.readTree(asked("/api/v1/audit/verification"));
        if (!chain.path("holds").asBoolean()) {
            violations.add(new LiveViolation("P7", "the audit chain does not hold: " + chain));
        }
        JSON.readTree(asked("/api/v1/runs?limit=100"))
                .valueStream()
                .filter(run -> !RunState.valueOf(run.path("state").asString()).over())
                .forEach(run -> violations.add(new LiveViolation("P3", "left behind in the journal: " + run)));
        cluster.pools().stream()
                .filter(pool -> pool.override().isPresent())
                .forEach(pool -> violations.add(
                        new LiveViolation("P4", pool.name() + " still has " + pool.override() + " when all is over")));
    }

    private String asked(String path) {
        return cluster.api().get(path).body();
    }

    private RunResult judged(List<InjectedFault> struck, List<RunReport> ends, List<RedirectOrder> orders) {
        Duration silence = Duration.ZERO;
        for (int i = 0; i < ends.size(); i++) {
            Judge.Findings findings = measurements.get(i).judge(ends.get(i), struck, orders);
            violations.addAll(findings.violations());
            silence = findings.silence().compareTo(silence) > 0 ? findings.silence() : silence;
        }
        return new RunResult(
                plan,
                struck,
                ends.stream().map(RunReport::state).toList(),
                measurements.stream()
                        .map(it -> it.gone(struck))
                        .flatMap(Optional::stream)
                        .toList(),
                silence,
                violations,
                violations.isEmpty() ? "" : cluster.said());
    }
}
