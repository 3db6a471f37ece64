package dev.redliner.testbench.micro;

import dev.redliner.hostmodel.BuiltInHost;
import dev.redliner.hostmodel.OwnScenarios;
import dev.redliner.hostmodel.ScenarioFile;
import dev.redliner.search.SearchSettings;
import dev.redliner.standalone.simulate.Simulation;
import dev.redliner.standalone.simulate.SimulationResult;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A whole measurement in virtual time: host, rules, run and search, as in {@code redliner simulate}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class WholeRunBenchmark {
    private static final double HARM_BUDGET = 0.02;

    private long seed;

    /** The first of Redliner's own scenarios, with another seed each time. */
    @Benchmark
    public SimulationResult wholeRun() throws IOException {
        String name = OwnScenarios.truths().firstKey();
        try (var host = new BuiltInHost(ScenarioFile.parse(OwnScenarios.read(name + ".json")), ++seed)) {
            return new Simulation(SearchSettings.DEFAULT, null, HARM_BUDGET, Duration.ZERO).on(host);
        }
    }
}
