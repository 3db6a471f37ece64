package dev.redliner.testbench.benchmark;

import static dev.redliner.testbench.faults.LiveCluster.ANALYZER;
import static dev.redliner.testbench.faults.LiveCluster.COLLECTOR;
import static dev.redliner.testbench.faults.LiveCluster.CONTROLLER;
import static dev.redliner.testbench.faults.LiveCluster.KAFKA;
import static dev.redliner.testbench.faults.LiveCluster.REDIRECTOR;

import dev.redliner.testbench.faults.LiveCluster;
import dev.redliner.testbench.faults.LivePool;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The faults that the benchmark causes in the middle of a run, each with its repair. */
enum RestoreFault {
    ABORT((cluster, runs) -> runs.values().forEach(run -> cluster.api().abort(run, "benchmark")), cluster -> {}),
    CONTROLLER_KILLED((cluster, runs) -> cluster.kill(CONTROLLER), cluster -> cluster.restart(CONTROLLER)),
    REDIRECTOR_KILLED((cluster, runs) -> cluster.kill(REDIRECTOR), cluster -> cluster.restart(REDIRECTOR)),
    BOTH_KILLED(
            (cluster, runs) -> {
                cluster.kill(CONTROLLER);
                cluster.kill(REDIRECTOR);
            },
            cluster -> {
                cluster.begin(REDIRECTOR);
                cluster.restart(CONTROLLER);
                cluster.awaitReady(REDIRECTOR);
            }),
    CONTROLLER_FROZEN((cluster, runs) -> cluster.freeze(CONTROLLER), cluster -> cluster.thaw(CONTROLLER)),
    REDIRECTOR_FROZEN((cluster, runs) -> cluster.freeze(REDIRECTOR), cluster -> cluster.thaw(REDIRECTOR)),
    KAFKA_KILLED((cluster, runs) -> cluster.kill(KAFKA), cluster -> cluster.restart(KAFKA)),
    CONTROLLER_CUT_OFF((cluster, runs) -> cluster.toKafka(CONTROLLER).mute(), cluster -> cluster.toKafka(CONTROLLER)
            .mend()),
    ANALYZER_KILLED((cluster, runs) -> cluster.kill(ANALYZER), cluster -> cluster.restart(ANALYZER)),
    COLLECTOR_KILLED((cluster, runs) -> cluster.kill(COLLECTOR), cluster -> cluster.restart(COLLECTOR));

    private final BiConsumer<LiveCluster, Map<LivePool, String>> strike;
    private final Consumer<LiveCluster> heal;

    RestoreFault(BiConsumer<LiveCluster, Map<LivePool, String>> strike, Consumer<LiveCluster> heal) {
        this.strike = strike;
        this.heal = heal;
    }

    /** Causes the fault, for all runs at once. */
    void strike(LiveCluster cluster, Map<LivePool, String> runs) {
        strike.accept(cluster, runs);
    }

    /** Repairs the fault, and returns when the cluster is whole again. */
    void heal(LiveCluster cluster) {
        heal.accept(cluster);
    }

    /** The name of the fault on the command line. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    static List<RestoreFault> named(String name) {
        List<RestoreFault> found = List.of(values()).stream()
                .filter(fault -> name.equals("all") || fault.label().equals(name))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no fault '" + name + "'; there are all, "
                    + String.join(
                            ", ",
                            List.of(values()).stream().map(RestoreFault::label).toList()));
        }
        return found;
    }
}
