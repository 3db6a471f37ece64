package dev.redliner.testbench.faults.campaign;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.COLLECTOR;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.KAFKA;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;

import dev.redliner.testbench.faults.Await;
import dev.redliner.testbench.faults.FaultProxy;
import dev.redliner.testbench.faults.LiveCluster;
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

/** Causes faults in a live cluster and mends them. */
final class FaultInjector {
    private static final List<String> PARTS = List.of(KAFKA, REDIRECTOR, ANALYZER, COLLECTOR, CONTROLLER);
    private static final Duration WHOLE_WITHIN = Duration.ofSeconds(60);

    private final LiveCluster cluster;
    private final InstantSource clock;
    private final Set<String> frozen = new HashSet<>();

    FaultInjector(LiveCluster cluster, InstantSource clock) {
        this.cluster = cluster;
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
        LivePool pool = cluster.pools().get(blow.pool());
        switch (blow.kind().manner()) {
            case KILLED -> {
                if (alive(part)) {
                    frozen.remove(part);
                    cluster.kill(part);
                }
            }
            case REPLACED -> {
                if (alive(part)) {
                    thaw(part);
                    cluster.terminate(part);
                }
            }
            case FROZEN -> freeze(part, pool);
            case CUT_OFF -> link(part, pool).cut();
            case MUTED -> link(part, pool).mute();
            case ABORTS -> {
                return cluster.api().abort(runs.get(blow.pool()), "enough").status() == 202;
            }
        }
        return true;
    }

    private void mend(PlannedFault blow) {
        String part = blow.kind().part();
        LivePool pool = cluster.pools().get(blow.pool());
        switch (blow.kind().manner()) {
            case KILLED, REPLACED -> {
                if (!alive(part)) {
                    cluster.begin(part);
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
        return cluster.process(part).alive();
    }

    private void freeze(String part, LivePool pool) {
        if (part.equals(FaultKind.ENVOY)) {
            Signals.send("STOP", pool.envoy().pid());
        } else if (alive(part) && frozen.add(part)) {
            cluster.freeze(part);
        }
    }

    private void thaw(String part) {
        if (frozen.remove(part) && alive(part)) {
            cluster.thaw(part);
        }
    }

    private FaultProxy link(String part, LivePool pool) {
        return part.equals(FaultKind.ENVOY) ? pool.toRedirector() : cluster.toKafka(part);
    }

    /** Returns when every process runs and is ready, and every Envoy is connected. */
    void awaitWhole() {
        PARTS.stream().filter(part -> !alive(part)).forEach(cluster::begin);
        PARTS.forEach(cluster::awaitReady);
        Await.await(
                "every Envoy to be connected",
                WHOLE_WITHIN,
                () -> cluster.metric(REDIRECTOR, "redliner_redirector_envoys")
                        >= cluster.pools().size(),
                () -> String.valueOf(cluster.metric(REDIRECTOR, "redliner_redirector_envoys")));
    }
}
