package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.rules.CompiledRule.LatencyLimit;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How long a request may wait before it counts as bad even without an answer.
 *
 * @param tightest the tightest latency limit for nearly all requests in a rule that backs off; empty if there is none
 * @param failed a request that waits for longer counts as a failure, because a timeout would answer it
 * @param all every limit of a rule, and {@code failed}
 */
record WaitLimits(Optional<Duration> tightest, Duration failed, Set<Duration> all) {
    /** Users leave sooner, and the usual timeout of a route is 15 s. */
    static final Duration LEAST_FAILED = Duration.ofSeconds(5);
    /** A limit that a larger fraction of requests may exceed, such as that of a median, does not make a request bad. */
    private static final double NEARLY_ALL = 0.1;

    static WaitLimits of(List<KnownRule> rules) {
        List<LatencyLimit> limits =
                rules.stream().flatMap(rule -> limits(rule).stream()).toList();
        Optional<Duration> tightest = rules.stream()
                .filter(rule -> rule.spec().onFail() == OnFail.BACK_OFF)
                .flatMap(rule -> limits(rule).stream())
                .filter(limit -> limit.allowed() <= NEARLY_ALL)
                .map(LatencyLimit::limit)
                .min(Comparator.naturalOrder());
        Duration failed = Stream.concat(Stream.of(LEAST_FAILED), limits.stream().map(LatencyLimit::limit))
                .max(Comparator.naturalOrder())
                .orElse(LEAST_FAILED);
        var all = new HashSet<Duration>();
        limits.forEach(limit -> all.add(limit.limit()));
        all.add(failed);
        return new WaitLimits(tightest, failed, Set.copyOf(all));
    }

    /** The limit above which a request is harm. */
    Duration harm() {
        return tightest.orElse(failed);
    }

    private static List<LatencyLimit> limits(KnownRule rule) {
        return rule instanceof KnownRule.Ready ready ? ready.compiled().latencyLimits() : List.of();
    }
}
