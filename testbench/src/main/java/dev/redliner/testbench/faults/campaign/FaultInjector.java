package dev.redliner.testbench.faults.campaign;

import static dev.redliner.testbench.faults.LiveFleet.ANALYZER;
import static dev.redliner.testbench.faults.LiveFleet.COLLECTOR;
import static dev.redliner.testbench.faults.LiveFleet.CONTROLLER;
import static dev.redliner.testbench.faults.LiveFleet.KAFKA;
import static dev.redliner.testbench.faults.LiveFleet.REDIRECTOR;

import dev.redliner.testbench.faults.Await;
import dev.redliner.testbench.faults.FaultProxy;
import dev.redliner.testbench.faults.LiveFleet;
import dev.redliner.testbench.faults.LivePool;
import dev.redliner.testbench.faults.Signals;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Causes faults in a live fleet and mends them. */
final class FaultInjector {
    private static final List<String> PARTS = List.of(KAFKA, REDIRECTOR, ANALYZER, COLLECTOR, CONTROLLER);
    private static final Duration WHOLE_WITHIN = Duration.ofSeconds(60);

    private final LiveFleet fleet;
    private final InstantSource clock;
    private final Set<String> frozen = new HashSet<>();

    FaultInjector(LiveFleet fleet, InstantSource clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Causes all faults, each at its time, and returns when the last one is mended. Restarted processes may not be
     * ready yet.
     *
     * @param runs by pool: the run that a user may abort
     */
    List<InjectedFault> strike(List<PlannedFault> blows, List<String> runs) {
        long from = System.nanoTime();
        var asked = new Instant[blows.size()];
        var began = new Instant[blows.size()];
        var mended = new Instant[blows.size()];
        var heard = new boolean[blows.size()];
        var agenda = new TreeMap<Long, List<Runnable>>();
        for (int i = 0; i < blows.size(); i++) {
            PlannedFault blow = blows.get(i);
            int number = i;
            at(agenda, blow.after(), () -> {
                asked[number] = clock.instant();
                heard[number] = begin(blow, runs);
                began[number] = clock.instant();
            });
            at(agenda, blow.after().plus(blow.lasts()), () -> {
                mended[number] = clock.instant();
                mend(blow);
            });
        }
        agenda.forEach((nanos, tasks) -> {
            await(from + nanos);
            tasks.forEach(Runnable::run);
        });
        var struck = new ArrayList<InjectedFault>();
        for (int i = 0; i < blows.size(); i++) {
            struck.add(new InjectedFault(blows.get(i), asked[i], began[i], mended[i], heard[i]));
        }
        return struck;
    }

    private static void at(TreeMap<Long, List<Runnable>> agenda, Duration when, Runnable task) {
        agenda.computeIfAbsent(when.toNanos(), none -> new ArrayList<>()).add(task);
    }

    private static void await(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Causes a fault. For an abort, returns whether the controller accepted it. Otherwise returns true. */
    private boolean begin(PlannedFault blow, List<String> runs) {
        String part = blow.kind().part();
        LivePool pool = fleet.pools().get(blow.pool());
        switch (blow.kind().manner()) {
            case KILLED -> {
                if (alive(part)) {
                    frozen.remove(part);
                    fleet.kill(part);
                }
            }
            case REPLACED -> {
                if (alive(part)) {
                    thaw(part);
                    fleet.terminate(part);
                }
            }
            case FROZEN -> freeze(part, pool);
            case CUT_OFF -> link(part, pool).cut();
            case MUTED -> link(part, pool).mute();
            case ABORTS -> {
                return fleet.api().abort(runs.get(blow.pool()), "enough").status() == 202;
            }
        }
        return true;
    }

    private void mend(PlannedFault blow) {
        String part = blow.kind().part();
        LivePool pool = fleet.pools().get(blow.pool());
        switch (blow.kind().manner()) {
            case KILLED, REPLACED -> {
                if (!alive(part)) {
                    fleet.begin(part);
                }
            }
            case FROZEN -> {
                if (part.equals(FaultKind.ENVOY)) {
                    Signals.send("CONT", pool.envoy().pid());
                } else {
                    thaw(part);
                }
            }
            case CUT_OFF, MUTED -> link(part, pool).mend();
            case ABORTS -> {}
        }
    }

    private boolean alive(String part) {
        return fleet.process(part).alive();
    }

    private void freeze(String part, LivePool pool) {
        if (part.equals(FaultKind.ENVOY)) {
            Signals.send("STOP", pool.envoy().pid());
        } else if (alive(part) && frozen.add(part)) {
            fleet.freeze(part);
        }
    }

    private void thaw(String part) {
        if (frozen.remove(part) && alive(part)) {
            fleet.thaw(part);
        }
    }

    private FaultProxy link(String part, LivePool pool) {
        return part.equals(FaultKind.ENVOY) ? pool.toRedirector() : fleet.toKafka(part);
    }

    /** Returns when every process runs and is ready, and every Envoy is connected. */
    void awaitWhole() {
        PARTS.stream().filter(part -> !alive(part)).forEach(fleet::begin);
        PARTS.forEach(fleet::awaitReady);
        Await.await(
                "every Envoy to be connected",
                WHOLE_WITHIN,
                () -> fleet.metric(REDIRECTOR, "redliner_redirector_envoys")
                        >= fleet.pools().size(),
                () -> String.valueOf(fleet.metric(REDIRECTOR, "redliner_redirector_envoys")));
    }
}
