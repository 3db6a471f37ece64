package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.MetricNames;
import java.time.Instant;
import java.util.ArrayList;
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
 * @param metrics every metric that is known now, over the longest window of any rule, by the name rules use;
 *     {@code peers.host.cpu} is the busiest peer's, as last reported
 * @param missing hosts of the watch that nobody reported on lately
 * @param notes for a person: skewed clocks, late batches dropped, gaps by name
 * @param identity what never changes while a host of the SUT stays as it is: {@code <host>/<what>} with what as in
 *     {@link MetricNames#IDENTITY}. Another value means a restart, a redeployment or a resize; a key that is not there
 *     means nothing. Moments are in seconds since 1970, and two within {@link #SAME_MOMENT_SECONDS} are the same one
 * @param foreign in words, each share that somebody else than Redliner holds in an Envoy of the pool
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
        List<String> notes,
        Map<String, Double> identity,
        List<String> foreign) {

    /** Systems derive the moment of a start from an uptime in whole seconds, so it jitters. */
    public static final double SAME_MOMENT_SECONDS = 2;

    /** The same as if nobody had counted requests, with a further note why. */
    public Verdict withoutTick(String why) {
        var more = new ArrayList<>(notes);
        more.add(why);
        return new Verdict(run, pool, at, judgedAt, rules, null, metrics, missing, more, identity, foreign);
    }

    public Verdict {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(judgedAt, "judgedAt");
        rules = List.copyOf(rules);
        metrics = Map.copyOf(metrics);
        missing = List.copyOf(missing);
        notes = List.copyOf(notes);
        // an older sender has no such fields, and JSON then gives null
        identity = Map.copyOf(Objects.requireNonNullElse(identity, Map.of()));
        foreign = List.copyOf(Objects.requireNonNullElse(foreign, List.of()));
    }
}
