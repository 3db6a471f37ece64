package dev.redliner.controller.capacity;

import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The {@link Headroom} of each service. A value that is not known is absent. */
public final class HeadroomMeters {
    private final Supplier<List<StoredService>> services;
    private final ReadServices reader;
    private final Function<String, Optional<Double>> safeRate;
    private final Function<String, Optional<Peak>> peak;
    private final MultiGauge hosts;
    private final MultiGauge peaks;
    private final MultiGauge headroom;

    /**
     * @param safeRate the safe rate of one host of a service; empty if not known
     * @param peak the peak of the traffic of a service; empty if not known
     */
    public HeadroomMeters(
            Supplier<List<StoredService>> services,
            ReadServices reader,
            Function<String, Optional<Double>> safeRate,
            Function<String, Optional<Peak>> peak,
            MeterRegistry meters) {
        this.services = services;
        this.reader = reader;
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
                        + " Below 0 the peak is above it. Absent without a safe rate or known traffic")
                .baseUnit("ratio")
                .register(meters);
    }

    /** Reads the definitions. Throws if the database is unavailable; all values then stay as they were. */
    public void refresh() {
        List<Row<?>> hostRows = new ArrayList<>();
        List<Row<?>> peakRows = new ArrayList<>();
        List<Row<?>> headroomRows = new ArrayList<>();
        for (StoredService service : services.get()) {
            Tags tags = Tags.of("service", service.name());
            int count = reader.of(service).hosts();
            Optional<Peak> busiest = peak.apply(service.name());
            if (count > 0) {
                hostRows.add(Row.of(tags, count));
            }
            busiest.ifPresent(it -> peakRows.add(Row.of(tags, it.rps())));
            Headroom.of(busiest, count, safeRate.apply(service.name()).orElse(null))
                    .ifPresent(it -> headroomRows.add(Row.of(tags, it.left())));
        }
        hosts.register(hostRows, true);
        peaks.register(peakRows, true);
        headroom.register(headroomRows, true);
    }
}
