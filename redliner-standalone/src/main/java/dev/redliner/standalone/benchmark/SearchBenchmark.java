package dev.redliner.standalone.benchmark;

import dev.redliner.controller.search.Prior;
import dev.redliner.controller.search.SearchSettings;
import dev.redliner.standalone.hostmodel.BuiltInHost;
import dev.redliner.standalone.simulate.Simulation;
import dev.redliner.standalone.simulate.SimulationResult;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Searches on simulated hosts whose capacity is known.
 *
 * @param settings how to search
 * @param warm whether each search begins from a redline that is up to a tenth off, as its seed says
 */
record SearchBenchmark(SearchSettings settings, boolean warm) {
    static final double HARM_BUDGET = 0.2;
    private static final double MOST_OFF = 0.1;

    /** Every host with every seed from one to another, both included. */
    List<Trial> run(List<KnownHost> hosts, long from, long to, boolean parallel) {
        var pairs = hosts.stream()
                .flatMap(host -> LongStream.rangeClosed(from, to).mapToObj(seed -> new Pair(host, seed)))
                .toList();
        return (parallel ? pairs.parallelStream() : pairs.stream())
                .map(pair -> run(pair.host(), pair.seed()))
                .sorted(SearchTable.order())
                .toList();
    }

    /** The same on the reference host, one after the other. */
    List<Trial> run(List<KnownHost> hosts, long from, long to, ReferenceBench reference) {
        return hosts.stream()
                .flatMap(host -> LongStream.rangeClosed(from, to).mapToObj(seed -> new Pair(host, seed)))
                .map(pair -> reference.run(
                        new Simulation(own(pair.host(), pair.seed()), null, HARM_BUDGET), pair.host(), pair.seed()))
                .toList();
    }

    private SearchSettings own(KnownHost known, long seed) {
        return warm ? settings.knowing(Prior.stated(known.truth() * off(seed))) : settings;
    }

    private record Pair(KnownHost host, long seed) {}

    private Trial run(KnownHost known, long seed) {
        try (var host = new BuiltInHost(known.scenario(), seed)) {
            SimulationResult result = new Simulation(own(known, seed), null, HARM_BUDGET).on(host);
            return new Trial(known.scenario().id(), seed, known.truth(), known.normalBad(), result, host.score());
        }
    }

    /** Evenly over 0.9 to 1.1. */
    private static double off(long seed) {
        double even = (seed * 0.6180339887498949) % 1;
        return 1 - MOST_OFF + 2 * MOST_OFF * even;
    }
}
