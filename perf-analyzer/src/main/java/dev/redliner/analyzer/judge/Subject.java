package dev.redliner.analyzer.judge;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.rules.CompiledRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subject for which a rule is judged.
 *
 * @param host a host of the SUT; null if the SUT consists of that host alone
 * @param hosts that host
 * @param values metrics of the subject
 * @param overdue the requests that wait
 * @param counts counts of the subject in the tick; null if they are missing
 */
record Subject(
        @Nullable String host,
        List<String> hosts,
        WindowValues values,
        OverdueRequests overdue,
        @Nullable HostCounts counts) {

    /** A SUT of one host. */
    static Subject alone(String host, WindowValues values, OverdueRequests overdue, @Nullable Tick tick) {
        return new Subject(null, List.of(host), values, overdue, tick == null ? null : tick.sut());
    }

    /** One host of a SUT of several hosts. */
    static Subject oneOf(String host, WindowValues values, OverdueRequests overdue, @Nullable Tick tick) {
        HostCounts counts = tick == null ? null : tick.hosts().get(host);
        return new Subject(host, List.of(host), values, overdue, counts);
    }

    /** The metrics of the subject for a rule. */
    RuleValues values(CompiledRule rule) {
        return new RuleValues(values, overdue, hosts, rule);
    }
}
