package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.testbench.faults.Await;
import dev.redliner.testbench.faults.LiveCluster;
import dev.redliner.testbench.faults.LivePool;
import dev.redliner.testbench.faults.PoolPlan;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A measurement of one pool under faults, with all observations. */
final class Measurement implements AutoCloseable {
    private static final Duration SHIFTED_WITHIN = Duration.ofSeconds(60);

    /** Two successive reads of the share are rarely farther apart than this. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final int number;
    private final LivePool pool;
    private final OverrideSightings sightings;
    private final String run;
    private boolean held;
    private boolean endedByUs;

    /**
     * @param number of the pool in the cluster
     */
    private Measurement(int number, LivePool pool, InstantSource clock) {
        this.number = number;
        this.pool = pool;
        this.sightings = new OverrideSightings(pool, clock);
        this.run = pool.start();
    }

    static Measurement start(int number, LivePool pool, InstantSource clock) {
        return new Measurement(number, pool, clock);
    }

    String run() {
        return run;
    }

    /**
     * Waits for the shift. On a busy machine a run may end before it moved traffic. The faults then strike a finished
     * run.
     */
    void awaitShift() {
        Await.await(
                "run " + run + " to shift",
                SHIFTED_WITHIN,
                () -> ends() || pool.override().orElse(0) >= 1.05 * PoolPlan.BASELINE,
                () -> pool.state(run) + ", " + pool.override());
    }

    /** Call this just before the first fault. */
    void aboutToBeStruck() {
        held = pool.override().isPresent();
    }

    /** Whether the run is over, or being restored. */
    boolean ends() {
        RunState state = pool.state(run);
        return state.over() || state == RunState.RESTORING;
    }

    /** Aborts a run that continues in spite of the faults, as a user would. */
    void abort(LiveCluster cluster) {
        endedByUs = true;
        cluster.api().abort(run, "the campaign has seen enough");
    }

    /** Waits for the end of the run, and for the traffic to be back. */
    RunReport awaitEnd() {
        RunReport end = pool.awaitEnd(run);
        // the watch starts only now: the judge checks how long the faults may keep a share
        pool.watch().await();
        sightings.close();
        return end;
    }

    Judge.Findings judge(RunReport end, List<InjectedFault> struck, List<RedirectOrder> orders) {
        List<RedirectOrder> own = orders.stream()
                .filter(order -> order.pool().equals(pool.name()))
                .toList();
        return Judge.judge(new MeasurementEvidence(number, end, struck, own, sightings.all()));
    }

    /**
     * Time from the first fault until Envoy held no share. Returns empty if Envoy held none at the fault, or if the
     * campaign aborted the run.
     */
    Optional<Duration> gone(List<InjectedFault> struck) {
        if (!held || endedByUs) {
            return Optional.empty();
        }
        Optional<Instant> first = struck.stream()
                .filter(it -> it.strikes(number))
                .map(InjectedFault::asked)
                .findFirst();
        return first.flatMap(from -> sightings
                .last()
                .filter(last -> last.isAfter(from.minus(LOOK)))
                .map(last -> last.isAfter(from) ? Duration.between(from, last) : Duration.ZERO));
    }

    @Override
    public void close() {
        sightings.close();
    }
}
