package dev.redliner.testbench.benchmark;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Conditions under which the demo fleet is measured.
 *
 * @param tier of the demo
 * @param busyCores number of cores that other processes keep busy
 */
record AccuracyCell(Tier tier, int busyCores) {
    /** Both tiers, each with every number of busy cores. */
    static List<AccuracyCell> all(List<Integer> busyCores) {
        return Stream.of(Tier.BACK_END, Tier.FRONT_END)
                .flatMap(tier -> busyCores.stream().map(cores -> new AccuracyCell(tier, cores)))
                .toList();
    }

    String tierName() {
        return switch (tier) {
            case BACK_END -> "back-end";
            case FRONT_END -> "front-end";
        };
    }

    /** The cell for a line of text. */
    String words() {
        return tierName() + ", " + busyCores + (busyCores == 1 ? " busy core" : " busy cores");
    }

    /**
     * Starts the demo and measures its fleet again and again.
     *
     * @param runs number of runs
     * @param seed of fleet and traffic
     * @param warm whether each run begins from the redline of the previous one
     * @param began receives the true redline, before the first run
     * @param each receives each run when it is over
     * @param progress receives the steps of the demo's start
     */
    void measure(
            int runs,
            long seed,
            boolean warm,
            Consumer<Double> began,
            Consumer<AccuracyRun> each,
            Consumer<String> progress)
            throws IOException {
        var settings = new Demo.Settings(tier, Files.createTempDirectory("redliner-benchmark-"), 0, seed);
        try (var busy = new BusyCores(busyCores);
                Demo demo = Demo.start(settings, text -> progress.accept("- " + text))) {
            double truth = demo.truth().rps();
            began.accept(truth);
            for (int i = 0; i < runs; i++) {
                each.accept(run(demo, new RunOptions(null, !warm), seed, truth));
            }
        }
    }

    private AccuracyRun run(Demo demo, RunOptions options, long seed, double truth) {
        try {
            return AccuracyRun.of(this, seed, truth, demo.follow(demo.startRun(options), news -> {}));
        } catch (RunRefused e) {
            return AccuracyRun.refused(this, seed, truth, String.valueOf(e.getMessage()));
        }
    }
}
