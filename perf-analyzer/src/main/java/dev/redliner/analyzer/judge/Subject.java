package dev.redliner.analyzer.judge;

import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.Tick;
import org.jspecify.annotations.Nullable;

/**
 * Whom a rule is judged for.
 *
 * @param host a host of the SUT; null if the SUT is that host alone
 * @param values its metrics
 * @param counts what it did in the tick; null if that is missing
 */
record Subject(@Nullable String host, WindowValues values, @Nullable HostCounts counts) {

    /** A SUT of one host. */
    static Subject alone(WindowValues values, @Nullable Tick tick) {
        return new Subject(null, values, tick == null ? null : tick.sut());
    }

    /** One of several. */
    static Subject oneOf(String host, WindowValues values, @Nullable Tick tick) {
        return new Subject(host, values, tick == null ? null : tick.hosts().get(host));
    }
}
