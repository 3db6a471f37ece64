package dev.redliner.testbench.benchmark;

import dev.redliner.api.RunReport;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.testbench.faults.JournalDatabase;
import dev.redliner.testbench.faults.LiveCluster;
import dev.redliner.testbench.faults.LivePool;
import dev.redliner.testbench.faults.PoolPlan;
import dev.redliner.testbench.faults.RestoreTimer;
import dev.redliner.testbench.faults.RestoreTimer.Restored;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * {@code redliner benchmark restore}: time for which traffic is away from its baseline after a fault in the middle of a
 * run. All parts are separate processes. Several pools are measured at the same time, so that one fault gives several
 * times.
 */
@Command(name = "restore", description = "Time from a fault in the middle of a run until the traffic is back.")
final class RestoreBenchmark implements Callable<Integer> {
    /** A step up that is large enough to distinguish a restored share plainly from a shifted one. */
    private static final double SHIFTED = 1.25 * PoolPlan.BASELINE;

    private static final double RPS = 100;
    private static final int ATTEMPTS = 4;

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Option(names = "--fault", defaultValue = "all", description = "all, abort, controller-killed, ...")
    private String fault;

    @Option(names = "--runs", defaultValue = "20", description = "How many of each fault; ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--pools", defaultValue = "5", description = "Measured at the same time; ${DEFAULT-VALUE}.")
    private int pools;

    private final Map<RestoreFault, List<Restored>> times = new LinkedHashMap<>();
    private int ended;
    private int verified;

    @Override
    public Integer call() throws IOException {
        List<RestoreFault> faults = RestoreFault.named(fault);
        RedlinerCli cli = benchmark.cli();
        ExecutorService each = Executors.newFixedThreadPool(pools);
        try (LiveCluster cluster =
                LiveCluster.start(Files.createTempDirectory("redliner-restore-"), JournalDatabase.h2())) {
            for (int i = 1; i <= pools; i++) {
                cluster.pool(PoolPlan.of("pool-" + i, RPS));
            }
            for (RestoreFault one : faults) {
                for (int done = 0; done < runs; done += pools) {
                    strike(cluster, one, each);
                }
            }
            summary(cli);
        } finally {
            each.shutdownNow();
        }
        return 0;
    }

    private void strike(LiveCluster cluster, RestoreFault one, ExecutorService each) {
        Map<LivePool, String> active = new LinkedHashMap<>();
        cluster.pools().forEach(pool -> active.put(pool, pool.start()));
        // wait for all pools in parallel: a run that is not waited for could end meanwhile
        Map<LivePool, CompletableFuture<String>> shifts = new LinkedHashMap<>();
        active.forEach((pool, run) -> shifts.put(pool, CompletableFuture.supplyAsync(() -> shifted(pool, run), each)));
        shifts.forEach((pool, run) -> active.put(pool, run.join()));
        List<RestoreTimer> watches =
                active.keySet().stream().map(LivePool::watch).toList();
        one.strike(cluster, active);
        List<CompletableFuture<Restored>> waiting = watches.stream()
                .map(watch -> CompletableFuture.supplyAsync(watch::await, each))
                .toList();
        List<Restored> restored = waiting.stream().map(CompletableFuture::join).toList();
        times.computeIfAbsent(one, none -> new ArrayList<>()).addAll(restored);
        one.heal(cluster);
        active.forEach((pool, run) -> line(one, run, pool.awaitEnd(run)));
        restored.forEach(time -> benchmark
                .cli()
                .out()
                .printf(
                        Locale.ROOT,
                        "  no override after %.2f s, 200 requests seen at the baseline after %.2f s%n",
                        seconds(time.overrideGone()),
                        seconds(time.seenBack())));
        benchmark.cli().out().flush();
    }

    /**
     * Waits for the shift. On a busy machine a run may end before it has moved traffic. In that case there is nothing
     * to restore.
     */
    private static String shifted(LivePool pool, String run) {
        String trying = run;
        for (int attempt = 1; ; attempt++) {
            try {
                pool.awaitShift(trying, SHIFTED);
                return trying;
            } catch (IllegalStateException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                trying = pool.start();
            }
        }
    }

    private void line(RestoreFault one, String run, RunReport end) {
        ended++;
        boolean seen = end.restored() != null && end.restored().verified();
        verified += seen ? 1 : 0;
        benchmark
                .cli()
                .out()
                .printf(
                        "%s %s %s, restore %s: %s%n",
                        one.label(), run, end.state(), seen ? "verified" : "NOT verified", end.reason());
    }

    private void summary(RedlinerCli cli) {
        cli.out().println();
        cli.out().println(Figures.header());
        times.forEach((one, all) -> {
            cli.out()
                    .println(row(
                            one.label() + ": Envoy holds no override",
                            all.stream()
                                    .map(Restored::overrideGone)
                                    .map(RestoreBenchmark::seconds)
                                    .toList()));
            cli.out()
                    .println(row(
                            one.label() + ": baseline seen in the traffic",
                            all.stream()
                                    .map(Restored::seenBack)
                                    .map(RestoreBenchmark::seconds)
                                    .toList()));
        });
        cli.out().println();
        cli.out()
                .printf(
                        "each fault struck %d times at %d pools; %d of %d runs ended with a verified restore%n",
                        (runs + pools - 1) / pools, pools, verified, ended);
    }

    private static String row(String what, List<Double> seconds) {
        return new Figures(seconds).row(what, "s");
    }

    private static double seconds(java.time.Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
