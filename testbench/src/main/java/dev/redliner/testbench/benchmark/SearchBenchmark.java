package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.BuiltInHost;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.standalone.simulate.Simulation;
import dev.redliner.standalone.simulate.SimulationResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Searches on simulated hosts of known capacity.
 *
 * @param settings of the search
 * @param warm whether each search begins from a redline that is up to a tenth off, as its seed determines
 * @param counted whether the load of the pool is a count, as a run has it
 * @param history length of the pool's traffic before the run that each search receives
 * @param from the first seed of each host
 * @param to the last seed of each host
 */
record SearchBenchmark(SearchSettings settings, boolean warm, boolean counted, Duration history, long from, long to) {
    private static final double HARM_BUDGET = 0.2;
    private static final double MOST_OFF = 0.1;

    /** Runs one search on a host with a seed. */
    private interface Search {
        Trial of(Simulation simulation, KnownHost known, long seed);
    }

    List<Trial> onBuiltIn(List<KnownHost> hosts) {
        return each(hosts, this::onBuiltIn);
    }

    List<Trial> on(ReferenceBench reference, List<KnownHost> hosts) {
        return each(hosts, reference::run);
    }

    private List<Trial> each(List<KnownHost> hosts, Search search) {
        return hosts.stream()
                .flatMap(host -> LongStream.rangeClosed(from, to).mapToObj(seed -> new Pair(host, seed)))
                .toList()
                .parallelStream()
                .map(pair -> search.of(simulation(pair), pair.host(), pair.seed()))
                .sorted(SearchTable.order())
                .toList();
    }

    private record Pair(KnownHost host, long seed) {}

    private Simulation simulation(Pair pair) {
        SearchSettings own = warm ? settings.knowing(Prior.stated(pair.host().truth() * off(pair.seed()))) : settings;
        return new Simulation(own, null, HARM_BUDGET, history);
    }

    private Trial onBuiltIn(Simulation simulation, KnownHost known, long seed) {
        try (var host = new BuiltInHost(known.scenario(), seed, counted)) {
            SimulationResult result = simulation.on(host);
            return new Trial(
                    known.scenario().id(),
                    seed,
                    known.truth(),
                    known.allowed(),
                    known.normalBad(),
                    result,
                    host.score());
        }
    }

    /** A factor for the seed, spread evenly over 0.9 to 1.1. */
    private static double off(long seed) {
        double even = (seed * 0.6180339887498949) % 1;
        return 1 - MOST_OFF + 2 * MOST_OFF * even;
    }
}
