package dev.redliner.collector.scrape;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns a page into a reading: selects families, adds series, names them. One instance for each page. */
final class ScrapeReading {
    /** The gauge with which a simulated host reports its own share of a machine's CPU. */
    static final String HOST_CPU_OVERRIDE = "redliner_host_cpu";

    /**
     * The JVM reports -1 as the limit of a memory pool without one. Of G1's heap only the old generation has one, which
     * is that of the whole heap.
     */
    private static final String LIMIT_IN_BYTES = "_max_bytes";

    private static final String START_TIME = "process_start_time_seconds";
    private static final String SECONDS = "_seconds";

    private final Map<String, Double> gauges = new HashMap<>();
    private final Map<String, Double> counters = new HashMap<>();
    private final Map<String, SortedMap<Integer, Long>> histograms = new HashMap<>();
    private final Map<String, Gap> gaps = new HashMap<>();
    private final Set<String> quantiles = new HashSet<>();
    private final KeptLabels labels = new KeptLabels();
    private final Set<String> unreadable;
    private @Nullable Instant startedAt;

    /** @param unreadable names with a gap on the page itself, such as one with a series that is there twice */
    private ScrapeReading(Set<String> unreadable) {
        this.unreadable = unreadable;
    }

    /** @param source name of the gap for the page as a whole */
    static Reading of(Exposition page, ScrapeLimits limits, String source) {
        var reading = new ScrapeReading(page.gaps().keySet());
        reading.gaps.putAll(page.gaps());
        for (Exposition.Family family : reading.pick(page, limits, source)) {
            family.series().forEach(series -> reading.add(family, series));
            reading.addNative(family.name(), page.natives().get(family.name()));
        }
        if (reading.labels.refused() > 0) {
            reading.gaps.putIfAbsent(
                    source, new Gap(source, reading.labels.refused() + " values of labels beyond the limit"));
        }
        reading.gaps.keySet().forEach(name -> {
            // a sum without one of its parts is not the sum
            reading.gauges.remove(name);
            reading.counters.remove(name);
            reading.histograms.remove(name);
        });
        return new Reading(
                reading.startedAt,
                reading.gauges,
                reading.counters,
                reading.histograms,
                List.copyOf(reading.gaps.values()));
    }

    private List<Exposition.Family> pick(Exposition page, ScrapeLimits limits, String source) {
        var byRank = new ArrayList<List<Exposition.Family>>();
        limits.include().forEach(pattern -> byRank.add(new ArrayList<>()));
        var picked = new ArrayList<Exposition.Family>();
        for (Exposition.Family family : page.families().values()) {
            int rank = limits.rank(family.name());
            if (isAlwaysPicked(family)) {
                picked.add(family);
            } else if (rank >= 0) {
                byRank.get(rank).add(family);
            }
        }
        byRank.forEach(picked::addAll);
        if (picked.size() <= limits.maxFamilies()) {
            return picked;
        }
        int left = picked.size() - limits.maxFamilies();
        gaps.put(source, new Gap(source, left + " families beyond the limit of " + limits.maxFamilies()));
        return picked.subList(0, limits.maxFamilies());
    }

    /** The identity of a host must not depend on the families that a user chose to include. */
    private static boolean isAlwaysPicked(Exposition.Family family) {
        return family.name().equals(HOST_CPU_OVERRIDE) || family.name().equals(START_TIME) || hasBuild(family);
    }

    private static boolean hasBuild(Exposition.Family family) {
        for (MetricLine line : family.series()) {
            if (line.series().isOfBuild()) {
                return true;
            }
        }
        return false;
    }

    private void add(Exposition.Family family, MetricLine series) {
        String name = series.name();
        if (name.equals(HOST_CPU_OVERRIDE)) {
            addHostCpu(series.value());
            return;
        }
        if (name.equals(START_TIME) && Double.isFinite(series.value())) {
            startedAt = Instant.ofEpochMilli((long) (series.value() * 1000));
            gauges.put(MetricNames.PROCESS_START, series.value());
        }
        if (series.series().isOfBuild()) {
            gauges.merge(MetricNames.PROCESS_BUILD, BuildNumber.of(series.series()), Double::sum);
        }
        if (unreadable.contains(series.series().metric())) {
            addLost(family.kind(), series.series());
            return;
        }
        switch (family.kind()) {
            case COUNTER -> addCounter(series.series().metric(), series);
            case GAUGE -> addGauge(series.series().metric(), series);
            case HISTOGRAM -> addCounter(series.series().metricWith("le"), series);
            case GAUGE_HISTOGRAM -> addGauge(series.series().metricWith("le"), series);
            case SUMMARY -> addSummary(series);
            case UNKNOWN -> addUnknown(series);
        }
    }

    /** A part of the page's lines of this name is wrong or unknown, and it may be the part of any bucket or quantile. */
    private void addLost(Kind kind, Series series) {
        String name =
                switch (kind) {
                    case HISTOGRAM, GAUGE_HISTOGRAM -> series.metricWith("le");
                    case SUMMARY -> series.metricWith("quantile");
                    case COUNTER, GAUGE, UNKNOWN -> series.metric();
                };
        String reason = Objects.requireNonNull(gaps.get(series.metric())).reason();
        gaps.putIfAbsent(name, new Gap(name, reason));
    }

    private void addNative(String family, @Nullable NativeHistogram histogram) {
        if (histogram == null) {
            return;
        }
        String name = MetricNaming.of(family);
        if (family.endsWith(SECONDS)) {
            histograms.put(name, histogram.bySeconds());
        } else {
            gaps.putIfAbsent(name, new Gap(name, "native histograms are read in seconds only"));
        }
    }

    private void addSummary(MetricLine series) {
        String name = series.series().metricWith("quantile");
        if (!series.labels().containsKey("quantile")) {
            addCounter(name, series);
        } else if (quantiles.add(name)) {
            addGauge(name, series);
        } else {
            gaps.putIfAbsent(name, new Gap(name, "quantiles of several series cannot be added"));
        }
    }

    private void addUnknown(MetricLine series) {
        if (series.name().endsWith("_total")) {
            addCounter(series.series().metric(), series);
        } else {
            addGauge(series.series().metric(), series);
        }
    }

    private void addHostCpu(double fraction) {
        if (fraction >= 0 && fraction <= 1) {
            gauges.put(MetricNames.HOST_CPU, fraction);
        } else {
            gaps.put(
                    MetricNames.HOST_CPU,
                    new Gap(MetricNames.HOST_CPU, HOST_CPU_OVERRIDE + " is " + fraction + ", not within 0 to 1"));
        }
    }

    private void addCounter(String name, MetricLine series) {
        // the creation time of a counter is in the same family but is not a counter
        if (series.name().endsWith("_created")) {
            return;
        }
        if (series.value() < 0) {
            Stream.concat(Stream.of(name), labelled(series).stream())
                    .forEach(each -> gaps.putIfAbsent(each, new Gap(each, "counter is " + series.value())));
        } else {
            add(counters, name, series.value());
            labelled(series).forEach(labelled -> add(counters, labelled, series.value()));
        }
    }

    private void addGauge(String name, MetricLine series) {
        add(gauges, name, series.value());
        boolean withoutLimit = name.endsWith(LIMIT_IN_BYTES) && series.value() < 0;
        if (!withoutLimit) {
            labelled(series).forEach(labelled -> add(gauges, labelled, series.value()));
        }
    }

    /** A value that is no number is a gap of the names that it is a part of, and of no others. */
    private List<String> labelled(MetricLine series) {
        return labels.names(series.series());
    }

    private void add(Map<String, Double> values, String name, double value) {
        if (Double.isFinite(value)) {
            values.merge(name, value, Double::sum);
        } else {
            gaps.putIfAbsent(name, new Gap(name, "value is " + value));
        }
    }
}
