package dev.redliner.contracts.verdict;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the analyzer concludes at each tick of a watched run.
 *
 * @param run the run it is for
 * @param pool the pool, which is also the record's key
 * @param at event time it speaks for: the end of the newest sample in it
 * @param judgedAt when it was made, by the analyzer's clock
 * @param rules one for each rule of the watch
 * @param tick what happened since the verdict before; null if the SUT's counts are missing
 * @param metrics every metric that is known now, over the longest window of any rule, by the name rules use
 * @param missing hosts of the watch that nobody reported on lately
 * @param notes for a person: skewed clocks, late batches dropped, gaps by name
 */
public record Verdict(
        String run,
        String pool,
        Instant at,
        Instant judgedAt,
        List<RuleVerdict> rules,
        @Nullable Tick tick,
        Map<String, Double> metrics,
        List<String> missing,
        List<String> notes) {
    public Verdict {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(judgedAt, "judgedAt");
        rules = List.copyOf(rules);
        metrics = Map.copyOf(metrics);
        missing = List.copyOf(missing);
        notes = List.copyOf(notes);
    }
}
