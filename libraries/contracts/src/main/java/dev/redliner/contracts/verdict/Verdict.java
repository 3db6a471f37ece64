package dev.redliner.contracts.verdict;

import dev.redliner.contracts.sample.MetricNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The analyzer's conclusion at a tick of a watched run.
 *
 * @param run the run that is judged
 * @param pool the pool, which is also the record's key
 * @param at event time of the verdict: the end of its newest sample
 * @param judgedAt time of evaluation by the analyzer's clock
 * @param rules one result for each rule of the watch
 * @param tick the counts since the previous verdict; null if the SUT's counts are missing
 * @param metrics every metric that has a value now, over the longest window of any rule, by the name that rules use;
 *     {@link #PEERS_CPU} is the mean of the last minute of the busiest peer that reports it
 * @param missing hosts of the watch without a recent report
 * @param notes for a person: skewed clocks, dropped late batches, gaps by name
 * @param identity values that do not change while a host of the SUT stays as it is: {@code <host>/<name>} with a name
 *     of {@link MetricNames#IDENTITY}. A different value means a restart, a redeployment or a resize; a missing key
 *     means nothing. Moments are in seconds since 1970; two moments within {@link #SAME_MOMENT_SECONDS} count as equal
 * @param foreign each share that another owner than Redliner holds in an Envoy of the pool, in words
 * @param signals the signals of the tick; null without a tick, without signals in the watch, and of an older sender
 * @param catalogue further metrics of the SUT and of dependencies; null in most verdicts
 * @param properties {@code <host>/<name>} of hosts of the SUT, with a name of
 *     {@link dev.redliner.contracts.sample.HostProperties}; empty in most verdicts
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
        List<String> foreign,
        @Nullable SignalValues signals,
        @Nullable MetricCatalogue catalogue,
        Map<String, String> properties) {

    /** Systems derive their start time from an uptime in whole seconds, so it jitters. */
    public static final double SAME_MOMENT_SECONDS = 2;

    /** Name in {@code metrics}: the CPU of the busiest peer. In a rule, the name is that of the mean of the peers. */
    public static final String PEERS_CPU = "peers." + MetricNames.HOST_CPU;

    /** Name in {@code metrics}: the number of peers with a value for {@link #PEERS_CPU}; absent if there is none. */
    public static final String PEERS_CPU_HOSTS = PEERS_CPU + ".hosts";

    /**
     * This verdict without the tick, as if no requests had been counted, and with a further note that gives the reason.
     */
    public Verdict withoutTick(String why) {
        var more = new ArrayList<>(notes);
        more.add(why);
        return new Verdict(
                run,
                pool,
                at,
                judgedAt,
                rules,
                null,
                metrics,
                missing,
                more,
                identity,
                foreign,
                null,
                catalogue,
                properties);
    }

    /** A verdict without signals. */
    public Verdict(
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
        this(run, pool, at, judgedAt, rules, tick, metrics, missing, notes, identity, foreign, null);
    }

    /** A verdict without a catalogue and properties. */
    public Verdict(
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
            List<String> foreign,
            @Nullable SignalValues signals) {
        this(run, pool, at, judgedAt, rules, tick, metrics, missing, notes, identity, foreign, signals, null, Map.of());
    }

    /** This verdict with signals. */
    public Verdict with(@Nullable SignalValues values) {
        return new Verdict(
                run,
                pool,
                at,
                judgedAt,
                rules,
                tick,
                metrics,
                missing,
                notes,
                identity,
                foreign,
                values,
                catalogue,
                properties);
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
        // messages of an older sender lack these fields, and JSON then gives null
        identity = Map.copyOf(Objects.requireNonNullElse(identity, Map.of()));
        foreign = List.copyOf(Objects.requireNonNullElse(foreign, List.of()));
        properties = Map.copyOf(Objects.requireNonNullElse(properties, Map.of()));
    }
}
