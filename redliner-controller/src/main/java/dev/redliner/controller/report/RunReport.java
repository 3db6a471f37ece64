package dev.redliner.controller.report;

import dev.redliner.controller.run.EndedBy;
import dev.redliner.controller.run.RunState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a run has to show, at any moment of its life. This is the document of the API and of {@code -o json}.
 *
 * @param id the run
 * @param service the service it measures
 * @param tier {@code back-end} or {@code front-end}
 * @param sut the hosts it measures
 * @param state where it stands
 * @param reason why it ended or is ending; null while all goes on
 * @param startedAt when it was accepted
 * @param endedAt when it was over; null before
 * @param redline what it measured; null if it measured none (yet)
 * @param hosts how many hosts the target load needs; null without a redline
 * @param harm what it cost the users
 * @param restored whether the traffic is back; null while it was never moved or is not being put back
 * @param baseline the SUT before the ramp; null until known
 * @param steps every asked share with its evidence
 * @param now the newest tick; null before the first
 * @param remarks what a reader of the result should know beside it
 * @param began how its search began; null if nobody said how
 * @param endedBy the limit of the service that ended it; null if none did
 * @param precision the expected and the reached one; null while the rate of requests is not known
 */
public record RunReport(
        String id,
        String service,
        String tier,
        List<String> sut,
        RunState state,
        @Nullable String reason,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable RedlineReport redline,
        @Nullable HostsReport hosts,
        HarmReport harm,
        @Nullable RestoredReport restored,
        @Nullable BaselineReport baseline,
        List<StepReport> steps,
        @Nullable LiveTick now,
        List<String> remarks,
        @Nullable BeganReport began,
        @Nullable EndedBy endedBy,
        @Nullable PrecisionReport precision) {

    public RunReport {
        sut = List.copyOf(sut);
        steps = List.copyOf(steps);
        // a report that was stored before there were remarks has none
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    /** A run that no limit ended. */
    public RunReport(
            String id,
            String service,
            String tier,
            List<String> sut,
            RunState state,
            @Nullable String reason,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable RedlineReport redline,
            @Nullable HostsReport hosts,
            HarmReport harm,
            @Nullable RestoredReport restored,
            @Nullable BaselineReport baseline,
            List<StepReport> steps,
            @Nullable LiveTick now,
            List<String> remarks,
            @Nullable BeganReport began) {
        this(
                id, service, tier, sut, state, reason, startedAt, endedAt, redline, hosts, harm, restored, baseline,
                steps, now, remarks, began, null, null);
    }

    /** A run of which no more can be read than that it began. */
    public static RunReport unknown(String id, String service, Instant startedAt) {
        return new RunReport(
                id,
                service,
                "unknown",
                List.of(),
                RunState.PENDING,
                null,
                startedAt,
                null,
                null,
                null,
                new HarmReport(0, 0, 0, 0),
                null,
                null,
                List.of(),
                null,
                List.of(),
                null);
    }

    /** The same run, ended without a look at its traffic. */
    public RunReport interrupted(String why, Instant at) {
        return new RunReport(
                id,
                service,
                tier,
                sut,
                RunState.INTERRUPTED,
                why,
                startedAt,
                at,
                redline,
                hosts,
                harm,
                restored,
                baseline,
                steps,
                now,
                remarks,
                began,
                null,
                precision);
    }

    /**
     * The redline in requests per second at one host; of a set of hosts, what each of them carries, which its weakest one
     * limits.
     *
     * @param rps the estimate
     * @param low lower end of the 95% interval
     * @param high upper end of the 95% interval; null if {@code atLeast}
     * @param safe the load that holds with 90% certainty; null if no certainty was computed
     * @param limitingRule the rule that gives out first; null if {@code atLeast}
     * @param atLeast true if all the traffic that was allowed passed: the redline is at least {@code rps}
     * @param hosts each host of a set alone; empty if the SUT is one host
     */
    public record RedlineReport(
            double rps,
            double low,
            @Nullable Double high,
            @Nullable Double safe,
            @Nullable String limitingRule,
            boolean atLeast,
            List<HostReport> hosts) {
        public RedlineReport {
            // a report that was stored before there were sets has none
            hosts = hosts == null ? List.of() : List.copyOf(hosts);
        }

        /** Of one host. */
        public RedlineReport(
                double rps,
                double low,
                @Nullable Double high,
                double safe,
                @Nullable String limitingRule,
                boolean atLeast) {
            this(rps, low, high, safe, limitingRule, atLeast, List.of());
        }
    }

    /**
     * What is known of one host of a set, requests per second. A run ends where the weakest host does, so of the others
     * mostly no more is known than what they carried.
     *
     * @param host its id
     * @param low lower end of the 95% interval
     * @param rps the estimate; null if all that is known is that it is not below {@code low}
     * @param high upper end of the 95% interval; null like {@code rps}
     * @param limitingRule the rule that gives out first; null like {@code rps}
     */
    public record HostReport(
            String host, double low, @Nullable Double rps, @Nullable Double high, @Nullable String limitingRule) {}

    /**
     * Hosts needed for a load. No spare host is among them.
     *
     * @param targetRps the load to carry, requests per second
     * @param needed hosts for it at the safe rate
     * @param now hosts in the pool
     * @param source where the load is from
     * @param seenAt when it was seen; null if it is declared
     */
    public record HostsReport(double targetRps, int needed, int now, LoadSource source, @Nullable Instant seenAt) {
        public HostsReport {
            source = source == null ? LoadSource.DECLARED : source;
        }
    }

    /** Where a load is from. */
    public enum LoadSource {
        /** The service's {@code targetRps}. */
        DECLARED,
        /** The traffic of the pool in the seconds of the baseline: that of the hour, and no peak. */
        BASELINE
    }

    /**
     * Bad requests (slow beyond a rule's limit, or failed) beyond what is normal for the host, from the first shift on.
     *
     * @param excessRequests how many
     * @param excessFraction as a fraction of the requests that the SUT served meanwhile
     * @param servedRequests requests that the SUT served meanwhile
     * @param uncountedSeconds seconds between the first and the last count in which nobody counted
     */
    public record HarmReport(
            double excessRequests, double excessFraction, double servedRequests, double uncountedSeconds) {}

    /**
     * The way back.
     *
     * @param configuration whether every Envoy confirmed that it holds no override
     * @param observedShare the SUT's share of the traffic seen since; null until enough was seen
     * @param baselineShare what it should be
     * @param verified whether both agree, and the traffic excludes the share that was asked for last
     * @param seconds from the decision to restore until it was verified, by the controller's clock; null before
     */
    public record RestoredReport(
            boolean configuration,
            @Nullable Double observedShare,
            double baselineShare,
            boolean verified,
            @Nullable Double seconds) {}

    /**
     * The SUT under its normal load.
     *
     * @param rps requests per second at one host
     * @param p50Ms median latency; null if unknown
     * @param p99Ms 99th percentile; null if unknown
     * @param errorRate failures per completed request
     * @param poolRps requests per second of the whole pool
     * @param identity what stays the same as long as the SUT is not restarted, redeployed or resized, by host and name
     */
    public record BaselineReport(
            double rps,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            double errorRate,
            double poolRps,
            Map<String, Double> identity) {
        public BaselineReport {
            // a report that was stored before there was an identity has none
            identity = identity == null ? Map.of() : Map.copyOf(identity);
        }
    }

    /**
     * How the search began.
     *
     * @param profile what it is tuned by; null if its settings have no name
     * @param run the earlier run that it began from; null if from nothing
     * @param rps that run's redline, requests per second; null if from nothing
     * @param at when that run ended; null if from nothing
     * @param trafficSeconds how many seconds of the pool's traffic before the run were known
     * @param words the same for a person, and why
     */
    public record BeganReport(
            @Nullable String profile,
            @Nullable String run,
            @Nullable Double rps,
            @Nullable Instant at,
            int trafficSeconds,
            String words) {}
}
