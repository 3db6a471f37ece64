package dev.redliner.analyzer.judge;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.rules.CompiledRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host of the SUT for which a rule is judged.
 *
 * @param host a host of the SUT; null if the SUT consists of that host alone
 * @param hosts that host
 * @param values metrics of the host
 * @param overdue the requests that wait
 * @param counts counts of the host in the tick; null if they are missing
 * @param tick the length of the tick; zero without counts
 */
record JudgedHost(
        @Nullable String host,
        List<String> hosts,
        WindowValues values,
        OverdueRequests overdue,
        @Nullable HostCounts counts,
        Duration tick) {

    /** A SUT of one host. */
    static JudgedHost alone(String host, WindowValues values, OverdueRequests overdue, @Nullable Tick tick) {
        return new JudgedHost(null, List.of(host), values, overdue, tick == null ? null : tick.sut(), length(tick));
    }

    /** One host of a SUT of several hosts. */
    static JudgedHost oneOf(String host, WindowValues values, OverdueRequests overdue, @Nullable Tick tick) {
        HostCounts counts = tick == null ? null : tick.hosts().get(host);
        return new JudgedHost(host, List.of(host), values, overdue, counts, length(tick));
    }

    private static Duration length(@Nullable Tick tick) {
        return tick == null ? Duration.ZERO : tick.length();
    }

    /** The metrics of the host for a rule. */
    RuleValues values(CompiledRule rule) {
        return new RuleValues(values, overdue, hosts, rule);
    }
}
