package dev.redliner.standalone.faults.campaign;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.run.RunState;
import dev.redliner.standalone.faults.LiveFleet;
import dev.redliner.standalone.faults.LivePool;
import dev.redliner.standalone.faults.Patience;
import dev.redliner.standalone.faults.PoolPlan;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A measurement of one pool that is struck, and all that is seen of it. */
final class Measurement implements AutoCloseable {
    private static final Duration SHIFTED_WITHIN = Duration.ofSeconds(60);

    /** Two looks that follow each other are hardly further apart. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final int number;
    private final LivePool pool;
    private final Sightings sightings;
    private final String run;
    private boolean held;
    private boolean endedByUs;

    /** @param number of the pool among the fleet's */
    private Measurement(int number, LivePool pool, InstantSource clock) {
        this.number = number;
        this.pool = pool;
        this.sightings = new Sightings(pool, clock);
        this.run = pool.start();
    }

    static Measurement start(int number, LivePool pool, InstantSource clock) {
        return new Measurement(number, pool, clock);
    }

    String run() {
        return run;
    }

    /** On a busy machine a run may end before it moved anything; then that is what is struck. */
    void awaitShift() {
        Patience.await(
                "run " + run + " to shift",
                SHIFTED_WITHIN,
                () -> ends() || pool.override().orElse(0) >= 1.05 * PoolPlan.BASELINE,
                () -> pool.state(run) + ", " + pool.override());
    }

    /** From here on something breaks. */
    void aboutToBeStruck() {
        held = pool.override().isPresent();
    }

    /** Whether it is over, or being restored. */
    boolean ends() {
        RunState state = pool.state(run);
        return state.over() || state == RunState.RESTORING;
    }

    /** What goes on in spite of all is ended by a user. */
    void abort(LiveFleet fleet) {
        endedByUs = true;
        fleet.api().abort(run, "the campaign has seen enough");
    }

    /** Waits for its end, and for the traffic to be back. */
    RunReport awaitEnd() {
        RunReport end = pool.awaitEnd(run);
        // its clock begins now: how long the faults may keep a share is the judge's business
        pool.watch().await();
        sightings.close();
        return end;
    }

    Judge.Findings judge(RunReport end, List<Struck> struck, List<RedirectOrder> orders) {
        List<RedirectOrder> own = orders.stream()
                .filter(order -> order.pool().equals(pool.name()))
                .toList();
        return Judge.judge(new Evidence(number, end, struck, own, sightings.all()));
    }

    /** From the first fault until Envoy held no share; empty if it held none then, or if the faults did not end it. */
    Optional<Duration> gone(List<Struck> struck) {
        if (!held || endedByUs) {
            return Optional.empty();
        }
        Optional<Instant> first = struck.stream()
                .filter(it -> it.strikes(number))
                .map(Struck::asked)
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
