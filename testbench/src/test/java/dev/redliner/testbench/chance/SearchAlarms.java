package dev.redliner.testbench.chance;

import dev.redliner.api.RunState;
import dev.redliner.controller.run.Run;
import dev.redliner.search.Redline;
import dev.redliner.search.policy.GuidedSearch;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts how often chance misleads the real search in runs of a pool without any fault, whose hosts carry each load
 * alike. The right result is "at least".
 */
final class SearchAlarms {
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final int hosts;
    private final double rps;
    private int runs;
    private int runsThatLeft;
    private int loadsLeft;
    private int redlines;
    private int atLeast;
    private final TreeMap<String, Integer> ends = new TreeMap<>();

    private SearchAlarms(int hosts, double rps) {
        this.hosts = hosts;
        this.rps = rps;
    }

    /** The false alarms of this many runs, with page loads of 1.5 to 2.5 requests. */
    static SearchAlarms of(int hosts, double rps, int runs, long first) {
        var alarms = new SearchAlarms(hosts, rps);
        for (int i = 0; i < runs; i++) {
            alarms.run(new QuietService(hosts, rps, 1.5 + (i % 3) * 0.5), first + i);
        }
        return alarms;
    }

    private void run(QuietService service, long seed) {
        var left = new AtomicInteger();
        var pool = new PoolInVirtualTime(
                service,
                seed,
                (normal, highest, settings) -> new WatchedSearch(GuidedSearch.from(normal, highest, settings), left));
        Run run = pool.begin().toTheEnd(LONGEST).run();
        runs++;
        loadsLeft += left.get();
        runsThatLeft += left.get() > 0 ? 1 : 0;
        Optional<Redline> redline = run.redline();
        if (run.state() == RunState.COMPLETED && redline.isPresent()) {
            redlines += redline.get().atLeast() ? 0 : 1;
            atLeast += redline.get().atLeast() ? 1 : 0;
        } else {
            ends.merge(run.state() + ": " + run.reason().orElse(run.decided()), 1, Integer::sum);
        }
    }

    /** The part of the runs in which the search left a load as too high. */
    double left() {
        return (double) runsThatLeft / runs;
    }

    /** The part of the runs that reported a redline although there is none. */
    double redlines() {
        return (double) redlines / runs;
    }

    /** The part of the runs with the right result. */
    double atLeast() {
        return (double) atLeast / runs;
    }

    @Override
    public String toString() {
        return "%d hosts of %.0f rps, %d runs: %.1f%% left a load (%d loads), %.1f%% reported a redline, %s"
                .formatted(hosts, rps, runs, 100 * left(), loadsLeft, 100 * redlines(), ends);
    }
}
