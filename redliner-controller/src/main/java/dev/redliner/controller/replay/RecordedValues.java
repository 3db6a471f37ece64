package dev.redliner.controller.replay;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.rules.MetricValues;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a recorded run for one rule and host. A value that a rule of the run compared over the same window is
 * taken as it was. Metrics of requests, and the SUT's CPU, follow from the counts of the ticks over any window. Signals
 * follow from their values in the ticks: of a set of hosts only those of peers, pool and dependencies, because the record
 * has the mean over the hosts of the set. All other metrics are known over the longest window of the run only.
 */
final class RecordedValues implements MetricValues {
    private final Duration window;
    private final @Nullable String host;
    private final RecordedMetrics metrics;
    private final CountWindow sut;
    private final CountWindow peers;
    private final CountWindow pool;
    private final SignalWindow signals;
    private final Set<String> ofSignals = new HashSet<>();

    /**
     * @param host a host of a set; null if the SUT is one host
     * @param recorded the pool of the run
     */
    RecordedValues(Duration window, @Nullable String host, RecordedMetrics metrics, Pool recorded) {
        this.window = window;
        this.host = host;
        this.metrics = metrics;
        sut = new CountWindow(window);
        peers = new CountWindow(window);
        pool = new CountWindow(window);
        signals = new SignalWindow(window, recorded);
    }

    /** @param limit the time after which the run counted requests without an answer as overdue */
    void add(Tick tick, Duration limit) {
        HostCounts ofHost = host == null ? tick.sut() : tick.hosts().get(host);
        if (ofHost == null || !tick.whole()) {
            return;
        }
        Counts ofPeers = Counts.ofPeers(tick, limit);
        sut.add(Counts.of(tick, ofHost, limit));
        peers.add(ofPeers);
        pool.add(Counts.of(tick, tick.sut(), limit).plus(ofPeers));
    }

    /** Ends the windows with a verdict. */
    void end(Verdict verdict) {
        sut.end(verdict.at());
        peers.end(verdict.at());
        pool.end(verdict.at());
        signals.add(verdict);
    }

    @Override
    public OptionalDouble value(String name) {
        if (name.startsWith(RuleNames.BASELINE_PREFIX)) {
            return metrics.baseline(name.substring(RuleNames.BASELINE_PREFIX.length()), host);
        }
        OptionalDouble counted = counted(name);
        OptionalDouble recorded = metrics.value(name, window, host);
        if (recorded.isPresent() || counted.isPresent()) {
            return recorded.isPresent() ? recorded : counted;
        }
        OptionalDouble ofTicks = ofSignals(name);
        if (ofTicks.isPresent()) {
            ofSignals.add(name);
        }
        return ofTicks;
    }

    private OptionalDouble ofSignals(String name) {
        return host != null && RecordedMetrics.isOfSut(name) ? OptionalDouble.empty() : signals.value(name);
    }

    /** Whether a value of this metric was computed from signals. */
    boolean isOfSignals(String name) {
        return ofSignals.contains(name);
    }

    private OptionalDouble counted(String name) {
        if (name.equals(MetricNames.HOST_CPU)) {
            return sut.cpu();
        }
        return Map.of(RuleNames.PEERS_PREFIX, peers, RuleNames.POOL_PREFIX, pool).entrySet().stream()
                .filter(scope -> name.startsWith(scope.getKey()))
                .findFirst()
                .map(scope ->
                        scope.getValue().value(name.substring(scope.getKey().length())))
                .orElseGet(() -> sut.value(name));
    }

    @Override
    public OptionalDouble over(Duration limit) {
        return sut.over(limit);
    }

    /** The window with which the run would give this metric; empty if it gives it over this window, or over none. */
    Optional<Duration> knownOver(String name) {
        Duration longest = metrics.longest();
        return longest.equals(window) || metrics.value(name, longest, host).isEmpty()
                ? Optional.empty()
                : Optional.of(longest);
    }
}
