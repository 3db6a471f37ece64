package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import java.util.List;
import java.util.Locale;

/** Adds the counts of several series in a span. */
final class ServiceSum {
    private final Span span;
    private final HistogramSum latency = new HistogramSum();
    private double completed;
    private double errors;
    private double rps;
    private double rpsRequested;
    private boolean counted;
    private String reason = "";

    ServiceSum(Span span) {
        this.span = span;
    }

    /** Adds a series, if it counts requests and has batches in the span. */
    void add(Series series, String host, String reporter) {
        if (!series.countsRequests()) {
            return;
        }
        List<SampleBatch> within = series.within(span);
        if (within.isEmpty()) {
            return;
        }
        double requests = 0;
        double answers = 0;
        double seconds = 0;
        for (SampleBatch batch : within) {
            if (batch.countsRequests()) {
                requests += counter(batch, MetricNames.REQUESTED);
                answers += counter(batch, MetricNames.COMPLETED);
                errors += counter(batch, MetricNames.ERRORS);
                latency.add(batch.latencies().getOrDefault(MetricNames.LATENCY, LatencyHistogram.EMPTY));
                seconds += Span.seconds(batch.interval());
            }
        }
        counted = true;
        completed += answers;
        if (series.covers(span, within, seconds)) {
            rps += answers / seconds;
            rpsRequested += requests / seconds;
        } else {
            reason = String.format(
                    Locale.ROOT,
                    "%s reports %.1f s of %.1f s of %s",
                    reporter,
                    seconds,
                    Span.seconds(span.length()),
                    host);
        }
    }

    ServiceReading reading() {
        if (!counted) {
            return new ServiceReading.Missing("no Envoy reports its requests");
        }
        return reason.isEmpty()
                ? new ServiceReading.Known(new ServiceWindow(completed, errors, rps, rpsRequested, latency.total()))
                : new ServiceReading.Missing(reason);
    }

    private static double counter(SampleBatch batch, String name) {
        return batch.counters().getOrDefault(name, 0.0);
    }
}
