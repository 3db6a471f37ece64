package dev.redliner.testbench.chance;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.run.Run;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts how often each guard fires in runs of a pool without any fault. */
final class FalseAlarms {
    private static final Duration LONGEST = Duration.ofMinutes(20);
    /** Texts in the reason of a run that a guard has ended. */
    private static final List<Map.Entry<String, String>> ENDS = List.of(
            Map.entry("not its baselineShare", "baseline share"),
            Map.entry("not its even part", "uneven parts"),
            Map.entry("The baseline did not settle", "baseline did not settle"),
            Map.entry("does not hold under the normal load", "rule at the baseline"),
            Map.entry("There is not enough evidence to begin", "baseline unknown"),
            Map.entry("The peers could not carry", "peers' CPU"),
            Map.entry("The load of the peers would grow", "peers may grow"),
            Map.entry("Not all of the traffic goes through", "share not obeyed"),
            Map.entry("The peers suffered too", "shared incident"),
            Map.entry("A machine stood still", "shared incident"),
            Map.entry("Of the peers' answers", "peers suffer"),
            Map.entry("The stop rule", "stop rule"),
            Map.entry("The harm budget", "harm budget"),
            Map.entry("Needed data was missing", "unknown for"),
            Map.entry("accepts no connections", "no connections"),
            Map.entry("answers nothing", "silent"),
            Map.entry("The longest duration", "max duration"));

    /** Texts in the decisions of a run that a guard holds. */
    private static final Map<String, String> HOLDS = Map.of(
            "The run waits. Rule", "(waited: rule at the baseline)",
            "The run waits. The busiest of the peers", "(waited: peers' CPU)",
            "were answered", "(held: few answers)",
            "their number grows", "(held: answers missing in the step)",
            "abandoned by their clients", "(held: clients leave)",
            "are UNKNOWN", "(held: unknown rules)",
            "A rule is UNKNOWN", "(held: unknown rule)",
            "The step lasts longer", "(left out: shared incident)");

    private final QuietService service;
    private final Map<String, Integer> byGuard = new TreeMap<>();
    private int runs;
    private double looksBroken;
    private double restored;

    FalseAlarms(QuietService service) {
        this.service = service;
    }

    /** Adds one run. */
    void run(long seed) {
        var broken = new AtomicInteger();
        var pool = new PoolInVirtualTime(
                service, seed, (normal, highest, settings) -> LadderSearch.from(normal, highest, broken));
        observe(pool.begin().toTheEnd(LONGEST), broken.get());
    }

    private void observe(PoolInVirtualTime pool, int broken) {
        runs++;
        looksBroken += broken > 0 ? 1 : 0;
        Run run = pool.run();
        if (run.state() != RunState.COMPLETED) {
            count(named(run.reason().orElse(run.decided()), ENDS));
        }
        HOLDS.forEach((words, guard) -> {
            if (pool.decisions().stream().anyMatch(it -> it.contains(words))) {
                count(guard);
            }
        });
        run.restoration().ifPresent(restoration -> {
            Duration took = restoration.took();
            restored += took == null ? 0 : took.toMillis() / 1e3;
            if (took == null) {
                count("not restored: not seen at all");
            } else if (took.toSeconds() >= 30) {
                count("not restored: not seen within 30 s");
            }
        });
    }

    private void count(String guard) {
        byGuard.merge(guard, 1, Integer::sum);
    }

    private static String named(String reason, List<Map.Entry<String, String>> names) {
        return names.stream()
                .filter(it -> reason.contains(it.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(reason);
    }

    /** Number of runs that a guard ended or refused. */
    int lost() {
        return byGuard.entrySet().stream()
                .filter(it -> !it.getKey().startsWith("(") && !it.getKey().startsWith("not restored"))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    List<String> lines() {
        return byGuard.entrySet().stream()
                .map(it -> "%5.2f%%  %s".formatted(100.0 * it.getValue() / runs, it.getKey()))
                .toList();
    }

    @Override
    public String toString() {
        return "%s, %d hosts of %.0f rps, %d measured, %d runs, lost %.2f%%, a rule broke in %.1f%%, restored after %.1f s%n  %s"
                .formatted(
                        service.tier(),
                        service.hosts(),
                        service.rps(),
                        service.measured(),
                        runs,
                        100.0 * lost() / runs,
                        100 * looksBroken / runs,
                        restored / runs,
                        String.join(System.lineSeparator() + "  ", lines()));
    }

    /** The false alarms of this many runs, with page loads of 1.5 to 2.5 requests. */
    static FalseAlarms of(Tier tier, int hosts, double rps, int measured, int runs, long first) {
        FalseAlarms sum = new FalseAlarms(new QuietService(hosts, rps, 2.0, tier, measured));
        for (int i = 0; i < runs; i++) {
            var alarms = new FalseAlarms(new QuietService(hosts, rps, 1.5 + (i % 3) * 0.5, tier, measured));
            alarms.run(first + i);
            sum.add(alarms);
        }
        return sum;
    }

    private void add(FalseAlarms other) {
        runs += other.runs;
        looksBroken += other.looksBroken;
        restored += other.restored;
        other.byGuard.forEach((guard, count) -> byGuard.merge(guard, count, Integer::sum));
    }
}
