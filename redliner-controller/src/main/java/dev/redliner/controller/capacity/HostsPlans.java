package dev.redliner.controller.capacity;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plans hosts by the newest completed run of a service.
 *
 * <p>All methods throw {@link org.springframework.dao.DataAccessException} if the database is unavailable.
 */
public final class HostsPlans {
    private final ServiceCatalog catalog;
    private final ReadServices reader;
    private final RunSummaries runs;
    private final PeakTraffic peaks;

    HostsPlans(ServiceCatalog catalog, ReadServices reader, RunSummaries runs, PeakTraffic peaks) {
        this.catalog = catalog;
        this.reader = reader;
        this.runs = runs;
        this.peaks = peaks;
    }

    /** The source of the load of a plan. */
    public enum Source {
        /** The user's wish. */
        ASKED,
        /** The service's {@code targetRps}. */
        DECLARED,
        /** The busiest five minutes of the last seven days. */
        PEAK
    }

    /**
     * A plan with all that it was computed from.
     *
     * @param rps the load before its growth, requests per second
     * @param seenAt start of the busiest five minutes; null if the load is of another source
     * @param hosts hosts in the pool now; 0 if the definition cannot be read
     * @param redline the redline of one host
     * @param run the run that measured it
     * @param measuredAt the end of that run
     */
    public record Planned(
            HostsPlan plan,
            double rps,
            Source source,
            @Nullable Instant seenAt,
            int hosts,
            RedlineReport redline,
            String run,
            Instant measuredAt) {}

    private record Load(double rps, Source source, @Nullable Instant seenAt) {}

    /**
     * Plans the hosts of a service.
     *
     * @return empty if there is no such service
     * @throws NoPlan if the service was not measured, its run gave no safe rate, or no load is known
     */
    public Optional<Planned> of(String service, PlanWish wish, Instant now) throws NoPlan {
        Optional<StoredService> stored = catalog.stored(service);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Optional<RunSummary> completed = runs.newest(RunFilter.of(service).in(RunState.COMPLETED), 1).stream()
                .findFirst();
        return Optional.of(of(stored.get(), completed, wish, now));
    }

    /**
     * Plans the hosts of a service.
     *
     * @param completed its newest completed run
     * @throws NoPlan if the service was not measured, its run gave no safe rate, or no load is known
     */
    public Planned of(StoredService service, Optional<RunSummary> completed, PlanWish wish, Instant now) throws NoPlan {
        RunSummary run = completed
                .filter(it -> it.redline() != null)
                .orElseThrow(() -> new NoPlan("The service " + service.name()
                        + " has no completed run with a redline, so what one host carries is not known."));
        RedlineReport redline = Objects.requireNonNull(run.redline());
        Double rps = wish.rps();
        Load load = rps != null ? new Load(rps, Source.ASKED, null) : known(service, now);
        Instant ended = run.endedAt();
        return new Planned(
                HostsPlan.of(redline, load.rps(), wish),
                load.rps(),
                load.source(),
                load.seenAt(),
                reader.of(service).hosts(),
                redline,
                run.id(),
                ended == null ? run.startedAt() : ended);
    }

    private Load known(StoredService service, Instant now) throws NoPlan {
        Double target =
                reader.definition(service).map(ServiceDefinition::targetRps).orElse(null);
        if (target != null) {
            return new Load(target, Source.DECLARED, null);
        }
        Peak peak = peaks.of(service.name(), now)
                .filter(it -> it.rps() > 0)
                .orElseThrow(() -> new NoPlan("No load is known: the service declares no targetRps, and its traffic was"
                        + " not counted for five minutes. Give the requests per second to plan for."));
        return new Load(peak.rps(), Source.PEAK, peak.at());
    }
}
