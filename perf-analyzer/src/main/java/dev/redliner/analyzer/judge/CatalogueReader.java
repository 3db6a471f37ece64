package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.MetricCatalogue;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.rules.BucketPercentile;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the metrics of the SUT and of dependencies that neither a rule nor a signal reads. It does so now and then only:
 * each verdict is journalled, and a host can have thousands of metrics.
 */
final class CatalogueReader {
    /** After a run began, hosts need some seconds to report. */
    static final Duration FIRST = Duration.ofSeconds(5);

    static final Duration EVERY = Duration.ofSeconds(15);
    static final int MOST = 300;

    /** Of them, as many are of dependencies, however many the SUT has: a page of a JVM alone can have more than all. */
    static final int MOST_OF_DEPENDENCIES = 100;

    private static final List<String> PREFIXES = List.of("app.", "jvm.", "host.", "proc.", "cgroup.");

    private @Nullable Instant next;

    /**
     * The metrics; null if the last ones are from a short time ago.
     *
     * @param known the metrics that the verdict has already
     */
    @Nullable
    MetricCatalogue read(PoolSamples samples, Watch watch, Span span, WindowValues values, Set<String> known) {
        if (next == null) {
            next = span.end().plus(FIRST);
        }
        if (span.end().isBefore(next)) {
            return null;
        }
        next = span.end().plus(EVERY);
        Set<String> ofSut = names(samples, watch.sut(), "", span);
        List<Set<String>> ofDependencies = ofDependencies(samples, span);
        for (Set<String> names :
                Stream.concat(Stream.of(ofSut), ofDependencies.stream()).toList()) {
            names.removeAll(known);
            watch.signals().forEach(names::remove);
        }
        // verdicts wait for this, and a percentile reads all buckets: only the metrics that are listed are computed
        List<String> listed = listed(ofSut, ofDependencies);
        Map<String, Double> others = new TreeMap<>();
        listed.forEach(name -> values.value(name).stream()
                .filter(value -> !BucketPercentile.isBeyond(value))
                .forEach(value -> others.put(name, value)));
        int all = ofSut.size() + ofDependencies.stream().mapToInt(Set::size).sum();
        return MetricCatalogue.rounded(others, all - listed.size());
    }

    /** The first of the SUT, and after them the first of each dependency; room that one leaves is for the others. */
    private static List<String> listed(Set<String> ofSut, List<Set<String>> ofDependencies) {
        int most = ofDependencies.stream().mapToInt(Set::size).sum();
        int first = Math.min(ofSut.size(), MOST - Math.min(most, MOST_OF_DEPENDENCIES));
        List<String> listed = new ArrayList<>(ofSut.stream().limit(first).toList());
        List<Iterator<String>> left =
                new ArrayList<>(ofDependencies.stream().map(Set::iterator).toList());
        // in turns, so that the page of one does not take the room of all
        left.removeIf(names -> !names.hasNext());
        while (listed.size() < MOST && !left.isEmpty()) {
            left.stream().limit(MOST - listed.size()).forEach(names -> listed.add(names.next()));
            left.removeIf(names -> !names.hasNext());
        }
        return listed;
    }

    private static List<Set<String>> ofDependencies(PoolSamples samples, Span span) {
        return samples.hosts().stream()
                .flatMap(entity -> DependencyMetric.prefixOf(entity).stream()
                        .map(prefix -> names(samples, List.of(entity), prefix, span)))
                .toList();
    }

    /** Of a histogram, whose buckets are many, the p99 stands for all percentiles. */
    private static Set<String> names(PoolSamples samples, List<String> hosts, String as, Span span) {
        var names = new TreeSet<String>();
        PREFIXES.stream()
                .flatMap(prefix -> Stream.concat(
                        samples.plainNames(hosts, prefix, span).stream()
                                .map(name -> BucketPercentile.histogramOfBucket(name)
                                        .map(CatalogueReader::p99)
                                        .orElse(name)),
                        samples.histogramNames(hosts, prefix, span).stream().map(CatalogueReader::p99)))
                .filter(name -> !MetricNames.IDENTITY.contains(name))
                .forEach(name -> names.add(as + name));
        return names;
    }

    private static String p99(String histogram) {
        return histogram + ".p99";
    }
}
