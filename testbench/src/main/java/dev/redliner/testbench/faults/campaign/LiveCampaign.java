package dev.redliner.testbench.faults.campaign;

import dev.redliner.testbench.faults.JournalDatabase;
import dev.redliner.testbench.faults.LiveCluster;
import dev.redliner.testbench.faults.PoolPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs on a live cluster of real processes, one after the other, with faults drawn at random. All faults of a run are
 * mended before the next run. The draw can be repeated, the timing of real processes cannot.
 *
 * @param seed from which the faults are drawn
 * @param from number of the first run
 * @param runs number of runs
 * @param pools number of pools that are measured at the same time in each run
 */
public record LiveCampaign(long seed, long from, int runs, int pools) {
    private static final double RPS = 100;

    public LiveCampaign {
        if (from < 0 || runs < 1 || pools < 1) {
            throw new IllegalArgumentException(runs + " runs on " + pools + " pools from " + from);
        }
    }

    /**
     * Runs until the last run, or until a promise does not hold.
     *
     * @param folder for data and logs
     * @param clock times the faults and the sightings; the processes use the clock of the machine
     * @param reader receives lines about each run
     */
    public LiveFindings run(Path folder, InstantSource clock, Consumer<String> reader) {
        var findings = new LiveFindings(seed);
        try (LiveCluster cluster = LiveCluster.start(folder, JournalDatabase.h2())) {
            for (int i = 1; i <= pools; i++) {
                cluster.pool(PoolPlan.of("pool-" + i, RPS));
            }
            var striker = new FaultInjector(cluster, clock);
            striker.awaitWhole();
            for (long index = from; index < from + runs && findings.held(); index++) {
                RunPlan plan = RunPlan.drawn(seed, index, pools);
                reader.accept("run " + index + ": " + plan);
                RunResult result = new StruckRun(cluster, striker, plan, clock).result();
                findings.add(result);
                report(result, index, reader);
            }
        }
        return findings;
    }

    private void report(RunResult result, long index, Consumer<String> reader) {
        reader.accept("  ended " + result.ends().stream().map(Enum::name).collect(Collectors.joining(", "))
                + "; no override after " + list(result));
        if (!result.violations().isEmpty()) {
            reader.accept(result.said());
            result.violations().forEach(violation -> reader.accept("  VIOLATED " + violation));
            reader.accept("again: ./redliner chaos --real --seed " + seed + " --from " + index + " --runs 1 --pools "
                    + pools);
        }
    }

    private static String list(RunResult result) {
        String times = result.gone().stream().map(LiveCampaign::seconds).collect(Collectors.joining(", "));
        return times.isEmpty() ? "(none was held, or it went on)" : times;
    }

    private static String seconds(Duration time) {
        return Judge.seconds(time) + " s";
    }
}
