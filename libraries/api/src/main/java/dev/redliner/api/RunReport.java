package dev.redliner.api;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The complete report of a run, at any moment of its life. This is the document of the API and of {@code -o json}.
 *
 * @param id the run
 * @param service the service that the run measures
 * @param tier {@code back-end} or {@code front-end}
 * @param sut the hosts that the run measures
 * @param state state of the run
 * @param reason why the run ended or is ending; null while it continues normally
 * @param startedAt when the run was accepted
 * @param endedAt when the run was over; null before
 * @param redline the measured redline; null if there is none (yet)
 * @param hosts number of hosts that the target load needs; null without a redline
 * @param harm cost of the run to users
 * @param restored whether the traffic is back; null if it was never moved or is not being restored
 * @param baseline the SUT before the ramp; null before it is measured
 * @param steps every asked share with its evidence
 * @param now the newest tick; null before the first
 * @param remarks additional information that affects the reading of the result
 * @param began how the search of the run began; null if that was not recorded
 * @param endedBy the limit of the service that ended the run; null if none did
 * @param precision the expected and the reached precision; null as long as the rate of requests is missing
 * @param unverified why the run ended before its restore was verified; null if the restore was verified, is not over or
 *     was not needed, and in reports that were stored before this field existed
 * @param measurement whether the measurement holds together; null before the first step
 * @param expectation the result compared with what was expected; null without an expectation, and before the end
 * @param recovered whether the SUT recovered after the restore; null if the run did not watch for it
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
        @Nullable PrecisionReport precision,
        @Nullable UnverifiedRestore unverified,
        @Nullable MeasurementReport measurement,
        @Nullable ExpectationReport expectation,
        @Nullable RecoveryReport recovered) {

    public RunReport {
        sut = List.copyOf(sut);
        steps = List.copyOf(steps);
        // reports that were stored before remarks existed have none
        remarks = remarks == null ? List.of() : List.copyOf(remarks);
    }

    /** A report without the checks that follow a result. */
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
            @Nullable BeganReport began,
            @Nullable EndedBy endedBy,
            @Nullable PrecisionReport precision,
            @Nullable UnverifiedRestore unverified) {
        this(
                id,
                service,
                tier,
                sut,
                state,
                reason,
                startedAt,
                endedAt,
                redline,
                hosts,
                harm,
                restored,
                baseline,
                steps,
                now,
                remarks,
                began,
                endedBy,
                precision,
                unverified,
                null,
                null,
                null);
    }

    /** A run that was not ended by a limit. */
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
                steps, now, remarks, began, null, null, null);
    }

    /** A run of which only the beginning can be read. */
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

    /** This run, ended without a check of its traffic. */
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
                precision,
                UnverifiedRestore.NOT_WATCHED,
                measurement,
                expectation,
                recovered);
    }

    /**
     * The redline in requests per second at one host. For a set of hosts, it is the load that each host carries,
     * limited by the weakest host.
     *
     * @param rps the estimate
     * @param low lower end of the 95% interval
     * @param high upper end of the 95% interval; null if {@code atLeast}
     * @param safe the load that holds with 90% certainty; null if no certainty was computed
     * @param limitingRule the rule that fails first; null if {@code atLeast}
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
            // reports that were stored before sets existed have none
            hosts = hosts == null ? List.of() : List.copyOf(hosts);
        }

        /** The redline of one host. */
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
     * The result for one host of a set, requests per second. A run ends where the weakest host does. For the other
     * hosts, the result is mostly just the load that they carried.
     *
     * @param host its id
     * @param low lower end of the 95% interval
     * @param rps the estimate; null if the only result is that the redline is not below {@code low}
     * @param high upper end of the 95% interval; null like {@code rps}
     * @param limitingRule the rule that fails first; null like {@code rps}
     */
    public record HostReport(
            String host, double low, @Nullable Double rps, @Nullable Double high, @Nullable String limitingRule) {}

    /**
     * Hosts needed for a load. They include no spare host.
     *
     * @param targetRps the load to carry, requests per second
     * @param needed hosts for it at the safe rate
     * @param now hosts in the pool
     * @param source source of the load
     * @param seenAt when the load was observed; null if it is declared
     */
    public record HostsReport(double targetRps, int needed, int now, LoadSource source, @Nullable Instant seenAt) {
        public HostsReport {
            source = source == null ? LoadSource.DECLARED : source;
        }
    }

    /** The source of a load. */
    public enum LoadSource {
        /** The service's {@code targetRps}. */
        DECLARED,
        /** The traffic of the pool in the seconds of the baseline. It is the traffic of that hour and no peak. */
        BASELINE
    }

    /**
     * Bad requests (slow beyond a rule's limit, or failed) beyond the normal number for the host, from the first shift
     * on.
     *
     * @param excessRequests number of these requests
     * @param excessFraction as a fraction of {@code servedRequests}
     * @param servedRequests requests that the SUT served meanwhile
     * @param uncountedSeconds uncounted seconds between the first and the last count
     */
    public record HarmReport(
            double excessRequests, double excessFraction, double servedRequests, double uncountedSeconds) {}

    /**
     * The restoring of the traffic.
     *
     * @param configuration whether every Envoy confirmed that it holds no override
     * @param observedShare the SUT's share of the traffic since then; null until enough traffic was observed
     * @param baselineShare the share to return to
     * @param verified whether both shares agree, and the traffic excludes the share that was asked for last
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
     * @param identity values that are constant as long as the SUT is not restarted, redeployed or resized, by host and
     *     name
     * @param signals the mean of each signal, as in {@link StepReport}
     */
    public record BaselineReport(
            double rps,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            double errorRate,
            double poolRps,
            Map<String, Double> identity,
            Map<String, Double> signals) {

        /** A baseline without signals. */
        public BaselineReport(
                double rps,
                @Nullable Double p50Ms,
                @Nullable Double p99Ms,
                double errorRate,
                double poolRps,
                Map<String, Double> identity) {
            this(rps, p50Ms, p99Ms, errorRate, poolRps, identity, Map.of());
        }

        public BaselineReport {
            // reports that were stored before the identity or the signals existed have none
            identity = identity == null ? Map.of() : Map.copyOf(identity);
            signals = signals == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(signals));
        }
    }

    /**
     * How the search began.
     *
     * @param profile the profile of the search; null if its settings have no name
     * @param run the earlier run of a warm start; null if the search is cold
     * @param rps that run's redline, requests per second; null if the search is cold
     * @param at when that run ended; null if the search is cold
     * @param trafficSeconds available seconds of the pool's traffic from before the run
     * @param words these facts and their reason as text for users
     */
    public record BeganReport(
            @Nullable String profile,
            @Nullable String run,
            @Nullable Double rps,
            @Nullable Instant at,
            int trafficSeconds,
            String words) {}
}
