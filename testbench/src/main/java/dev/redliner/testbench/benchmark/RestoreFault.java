package dev.redliner.testbench.benchmark;

import static dev.redliner.testbench.faults.LiveFleet.ANALYZER;
import static dev.redliner.testbench.faults.LiveFleet.COLLECTOR;
import static dev.redliner.testbench.faults.LiveFleet.CONTROLLER;
import static dev.redliner.testbench.faults.LiveFleet.KAFKA;
import static dev.redliner.testbench.faults.LiveFleet.REDIRECTOR;

import dev.redliner.testbench.faults.LiveFleet;
import dev.redliner.testbench.faults.LivePool;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The faults that the benchmark causes in the middle of a run, each with its repair. */
enum RestoreFault {
    ABORT((fleet, runs) -> runs.values().forEach(run -> fleet.api().abort(run, "benchmark")), fleet -> {}),
    CONTROLLER_KILLED((fleet, runs) -> fleet.kill(CONTROLLER), fleet -> fleet.restart(CONTROLLER)),
    REDIRECTOR_KILLED((fleet, runs) -> fleet.kill(REDIRECTOR), fleet -> fleet.restart(REDIRECTOR)),
    BOTH_KILLED(
            (fleet, runs) -> {
                fleet.kill(CONTROLLER);
                fleet.kill(REDIRECTOR);
            },
            fleet -> {
                fleet.begin(REDIRECTOR);
                fleet.restart(CONTROLLER);
                fleet.awaitReady(REDIRECTOR);
            }),
    CONTROLLER_FROZEN((fleet, runs) -> fleet.freeze(CONTROLLER), fleet -> fleet.thaw(CONTROLLER)),
    REDIRECTOR_FROZEN((fleet, runs) -> fleet.freeze(REDIRECTOR), fleet -> fleet.thaw(REDIRECTOR)),
    KAFKA_KILLED((fleet, runs) -> fleet.kill(KAFKA), fleet -> fleet.restart(KAFKA)),
    CONTROLLER_CUT_OFF((fleet, runs) -> fleet.toKafka(CONTROLLER).mute(), fleet -> fleet.toKafka(CONTROLLER)
            .mend()),
    ANALYZER_KILLED((fleet, runs) -> fleet.kill(ANALYZER), fleet -> fleet.restart(ANALYZER)),
    COLLECTOR_KILLED((fleet, runs) -> fleet.kill(COLLECTOR), fleet -> fleet.restart(COLLECTOR));

    private final BiConsumer<LiveFleet, Map<LivePool, String>> strike;
    private final Consumer<LiveFleet> heal;

    RestoreFault(BiConsumer<LiveFleet, Map<LivePool, String>> strike, Consumer<LiveFleet> heal) {
        this.strike = strike;
        this.heal = heal;
    }

    /** Causes the fault, for all runs at once. */
    void strike(LiveFleet fleet, Map<LivePool, String> runs) {
        strike.accept(fleet, runs);
    }

    /** Repairs the fault, and returns when the fleet is whole again. */
    void heal(LiveFleet fleet) {
        heal.accept(fleet);
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
