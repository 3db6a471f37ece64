package dev.redliner.controller.capacity;

import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The peak of the traffic of each service against the load that its hosts carry safely. A value that is not known is
 * absent: zero would be a good or a bad one.
 */
public final class HeadroomMeters {
    private final Supplier<List<StoredService>> services;
    private final Function<String, OptionalDouble> safeRate;
    private final Function<String, Optional<Peak>> peak;
    private final MultiGauge hosts;
    private final MultiGauge peaks;
    private final MultiGauge headroom;
    /** Reading a definition takes about a millisecond, so each revision is read once. */
    private final Map<String, Read> read = new HashMap<>();

    /** @param hosts 0 if this version cannot read the definition */
    private record Read(long revision, int hosts) {}

    /**
     * @param safeRate requests per second that one host of a service carries with certainty; empty if not known
     * @param peak the peak of the traffic of a service; empty if not known
     */
    public HeadroomMeters(
            Supplier<List<StoredService>> services,
            Function<String, OptionalDouble> safeRate,
            Function<String, Optional<Peak>> peak,
            MeterRegistry meters) {
        this.services = services;
        this.safeRate = safeRate;
        this.peak = peak;
        this.hosts = MultiGauge.builder("redliner.capacity.hosts")
                .description("Declared hosts of the pool of the service")
                .register(meters);
        this.peaks = MultiGauge.builder("redliner.capacity.peak.rps")
                .description("Requests per second of the pool in its busiest five minutes of the last seven days")
                .register(meters);
        this.headroom = MultiGauge.builder("redliner.capacity.headroom")
                .description("1 - peak / (hosts x safe rate): the part of the safe capacity that is left at the peak."
                        + " Below 0 the peak is above it. Absent without a measured redline or known traffic")
                .baseUnit("ratio")
                .register(meters);
    }

    /** Reads the definitions. Throws if the database is unavailable; all values then stay as they were. */
    public synchronized void refresh() {
        List<StoredService> there = services.get();
        read.keySet().retainAll(there.stream().map(StoredService::name).toList());
        List<Row<?>> hostRows = new ArrayList<>();
        List<Row<?>> peakRows = new ArrayList<>();
        List<Row<?>> headroomRows = new ArrayList<>();
        for (StoredService service : there) {
            Tags tags = Tags.of("service", service.name());
            int count = hosts(service);
            Optional<Peak> busiest = peak.apply(service.name());
            OptionalDouble safe = safeRate.apply(service.name());
            busiest.ifPresent(it -> peakRows.add(Row.of(tags, it.rps())));
            if (count > 0) {
                hostRows.add(Row.of(tags, count));
                if (busiest.isPresent() && safe.orElse(0) > 0) {
                    headroomRows.add(Row.of(tags, 1 - busiest.get().rps() / (count * safe.getAsDouble())));
                }
            }
        }
        hosts.register(hostRows, true);
        peaks.register(peakRows, true);
        headroom.register(headroomRows, true);
    }

    private int hosts(StoredService service) {
        return read.compute(
                        service.name(),
                        (name, known) -> known != null && known.revision() == service.revision()
                                ? known
                                : new Read(service.revision(), declared(service)))
                .hosts();
    }

    private static int declared(StoredService service) {
        return ServiceCatalog.problem(service).isPresent()
                ? 0
                : ServiceCatalog.parsed(service.name(), service.text())
                        .pool()
                        .hosts()
                        .size();
    }
}
