package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.capacity.Headroom;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A service with its newest result.
 *
 * @param name the service
 * @param hosts number of hosts of its pool; 0 if its definition cannot be read
 * @param redline the newest measured redline as text; null without one
 * @param interval its 95% interval as text; null without one
 * @param safe the safe rate as text; null if no certainty was computed
 * @param limitedBy the rule that failed first; null if none did
 * @param measuredBy the run that measured it; null without one
 * @param measuredAt the end of that run in ISO format; null without one
 * @param age the time since then as text; null without one
 * @param stale whether the result is older than {@link #FRESH}
 * @param headroom the peak against the safe capacity; null while one of them is unknown
 * @param unknown why the headroom is unknown; empty if it is known
 * @param trend the last runs
 * @param active the run that is active; null without one
 * @param problem why this version cannot read the definition; null if it can
 */
record ServiceRow(
        String name,
        int hosts,
        @Nullable String redline,
        @Nullable String interval,
        @Nullable String safe,
        @Nullable String limitedBy,
        @Nullable String measuredBy,
        @Nullable String measuredAt,
        @Nullable String age,
        boolean stale,
        @Nullable HeadroomBar headroom,
        String unknown,
        List<TrendMark> trend,
        @Nullable String active,
        @Nullable String problem) {
    /** A service that is measured daily has a newer result, also if one run was refused. */
    static final Duration FRESH = Duration.ofDays(7);

    /**
     * @param service the service as stored
     * @param read its definition
     * @param runs its newest runs, newest first
     * @param completed its newest completed run
     * @param peak the peak of its traffic
     */
    static ServiceRow of(
            StoredService service,
            ReadServices.Read read,
            List<RunSummary> runs,
            Optional<RunSummary> completed,
            Optional<Peak> peak,
            Instant now) {
        int hosts = read.hosts();
        RedlineReport redline = completed.map(RunSummary::redline).orElse(null);
        Instant measured = completed.map(RunSummary::endedAt).orElse(null);
        Double safe = redline == null ? null : redline.safe();
        // a lower bound shows headroom, and never that there is too little
        Optional<Headroom> headroom =
                Headroom.of(peak, hosts, safe).filter(room -> redline != null && !(redline.atLeast() && room.little()));
        return new ServiceRow(
                service.name(),
                hosts,
                redline == null ? null : Figures.redline(redline),
                redline == null ? null : Figures.interval(redline),
                safe == null ? null : Figures.rps(safe),
                redline == null ? null : redline.limitingRule(),
                completed.map(RunSummary::id).orElse(null),
                measured == null ? null : Figures.iso(measured),
                measured == null ? null : Figures.age(measured, now),
                measured != null && measured.plus(FRESH).isBefore(now),
                headroom.map(HeadroomBar::new).orElse(null),
                unknown(peak, hosts, redline, safe, headroom.isPresent()),
                TrendMark.of(runs),
                runs.stream()
                        .filter(run -> !run.state().over())
                        .map(RunSummary::id)
                        .findFirst()
                        .orElse(null),
                read.problem());
    }

    private static String unknown(
            Optional<Peak> peak, int hosts, @Nullable RedlineReport redline, @Nullable Double safe, boolean known) {
        if (redline == null) {
            return "Not measured yet.";
        }
        if (hosts == 0) {
            return "The definition cannot be read.";
        }
        if (safe == null || safe <= 0) {
            return "The last completed run gave no safe rate.";
        }
        if (peak.isEmpty()) {
            return "No five minutes of traffic were counted in the last 7 days.";
        }
        return known
                ? ""
                : "The peak leaves less than 10% of what the last run showed, and its result is a lower bound.";
    }
}
