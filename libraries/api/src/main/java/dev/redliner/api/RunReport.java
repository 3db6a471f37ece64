package dev.redliner.api;

import java.time.Instant;
import java.util.List;
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
 * @param expectation the result beside the expectation; null without an expectation, and before the end
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

    /** The measured redline; null without one. The estimate of a run that did not complete is no result. */
    public @Nullable RedlineReport result() {
        return state == RunState.COMPLETED ? redline : null;
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
                steps, now, remarks, began, null, null, null, null, null, null);
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
     * @param undecided whether every Envoy confirmed, and the traffic so far favours the baseline without being enough to
     *     verify it; null in reports of earlier versions
     */
    public record RestoredReport(
            boolean configuration,
            @Nullable Double observedShare,
            double baselineShare,
            boolean verified,
            @Nullable Double seconds,
            @Nullable Boolean undecided) {}

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
