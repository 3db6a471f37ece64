package dev.redliner.analyzer.judge;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.rules.CompiledRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a rule is judged for.
 *
 * @param host a host of the SUT; null if the SUT is that host alone
 * @param hosts that host
 * @param values its metrics
 * @param overdue the requests that wait
 * @param counts what it did in the tick; null if that is missing
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

    /** One of several. */
    static Subject oneOf(String host, WindowValues values, OverdueRequests overdue, @Nullable Tick tick) {
        HostCounts counts = tick == null ? null : tick.hosts().get(host);
        return new Subject(host, List.of(host), values, overdue, counts);
    }

    /** Its metrics as a rule gets them. */
    RuleValues values(CompiledRule rule) {
        return new RuleValues(values, overdue, hosts, rule);
    }
}
