package dev.redliner.collector.scrape;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The name and the labels of a series. What follows from them is computed once, because most series are on each page. Not
 * safe for concurrent use.
 */
final class Series {
    private final String name;
    private final Map<String, String> labels;
    private final int hash;
    private @Nullable String metric;
    private @Nullable String limited;
    private @Nullable String limitedBy;
    private @Nullable List<String> labelled;
    private @Nullable Boolean ofBuild;

    /**
     * @param name the name as written, with its suffix
     * @param labels the labels by name
     */
    Series(String name, Map<String, String> labels) {
        this.name = name;
        this.labels = Map.copyOf(labels);
        this.hash = 31 * name.hashCode() + this.labels.hashCode();
    }

    String name() {
        return name;
    }

    Map<String, String> labels() {
        return labels;
    }

    /** The name in rules, without labels. */
    String metric() {
        if (metric == null) {
            metric = MetricNaming.of(name);
        }
        return metric;
    }

    /**
     * The name in rules with the value of one label, or without it if the series has no such label.
     *
     * @param label {@code le} or {@code quantile}, by the kind of the family
     */
    String metricWith(String label) {
        if (limited == null || !label.equals(limitedBy)) {
            String value = labels.get(label);
            limitedBy = label;
            limited = value == null ? metric() : MetricNaming.of(name, label, value);
        }
        return limited;
    }

    /** The names in rules with the value of a kept label each. */
    List<String> labelledMetrics() {
        if (labelled == null) {
            labelled = KeptLabels.candidates(this);
        }
        return labelled;
    }

    /** Whether the labels describe the build of the service. */
    boolean isOfBuild() {
        if (ofBuild == null) {
            ofBuild = BuildNumber.isOfBuild(name);
        }
        return ofBuild;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || other instanceof Series that
                        && hash == that.hash
                        && name.equals(that.name)
                        && labels.equals(that.labels);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return name + labels;
    }
}
