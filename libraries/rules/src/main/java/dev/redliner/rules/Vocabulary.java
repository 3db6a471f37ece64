package dev.redliner.rules;

import com.google.common.collect.ImmutableList;
import dev.redliner.contracts.NearestName;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names that a rule may read, with their types, and the messages for other names. */
final class Vocabulary {
    /** The type of a metric inside an expression. */
    enum Type {
        /** A CEL duration. */
        LATENCY,
        /** A CEL double. */
        NUMBER
    }

    /** Collectors may report any names below these prefixes, so the names cannot be listed. */
    private static final List<String> OPEN = List.of("jvm.", "app.", RuleNames.ENVOY_PREFIX);

    private static final List<String> FRACTIONS = List.of(
            RuleNames.ERROR_RATE,
            MetricNames.HOST_CPU,
            HostMetrics.MEMORY_USED,
            HostMetrics.DISK_BUSY,
            HostMetrics.STALLED,
            HostEvidence.CPU_USER,
            HostEvidence.CPU_SYSTEM,
            HostEvidence.CPU_IOWAIT,
            HostEvidence.CPU_STEAL,
            HostEvidence.CPU_IRQ,
            HostEvidence.CPU_SOFTIRQ,
            HostEvidence.CPU_BUSIEST,
            HostEvidence.CPU_NODE,
            HostEvidence.NET_BUSY,
            HostEvidence.CGROUP_THROTTLED,
            HostEvidence.CGROUP_MEMORY_USED,
            HostEvidence.PROC_CPU_BUSIEST,
            HostEvidence.PROC_FDS_USED,
            MetricNames.ENVOY_BUSY);

    private static final List<String> LATENCIES = Arrays.stream(LatencyStatistic.values())
            .map(LatencyStatistic::metric)
            .toList();

    /** The first of several equally near names is suggested, so the most frequently meant name comes first. */
    private static final List<String> SUGGESTED = ImmutableList.<String>builder()
            .add(LatencyStatistic.P99.metric())
            .addAll(LATENCIES)
            .addAll(RuleNames.NUMBERS)
            .addAll(HostMetrics.ALL)
            .build();

    /** Statistics over the peers, of which each reports its own metrics. */
    private static final List<String> STATISTICS = List.of(RuleNames.PEERS_STDDEV_PREFIX, RuleNames.PEERS_MAX_PREFIX);

    private static final String HOST = "host.";
    private static final String OF_HOSTS = "; of hosts there are "
            + HostEvidence.WITH_METRICS.stream()
                    .filter(name -> name.startsWith(HOST))
                    .collect(Collectors.joining(", "));
    private static final String OF_ALL =
            "; there are latency.{mean,p50,p90,p95,p99,p999}, error_rate, errors, samples, rps, rps.requested, host.*,"
                    + " cgroup.*, proc.*, jvm.*, app.*, envoy.*, each also after baseline., peers. or pool.;"
                    + " host.*, cgroup.*, proc.*, jvm.* and app.* also after max., peers.stddev., peers.max. and"
                    + " deps.NAME.";

    private Vocabulary() {}

    /** The type of a metric; empty if there is no metric of this name. */
    static Optional<Type> typeOf(String name) {
        String plain = plain(name);
        boolean ofHosts =
                isOfEachPeer(name) || isHighest(name) || ofDependency(name).isPresent();
        boolean ofBuckets = isHighest(name) && BucketPercentile.of(plain).isPresent();
        if (ofHosts && !isReportedByEachHost(plain) || ofBuckets) {
            return Optional.empty();
        }
        if (LATENCIES.contains(plain) || isOfSeconds(plain)) {
            return Optional.of(Type.LATENCY);
        }
        return isNumber(plain) ? Optional.of(Type.NUMBER) : Optional.empty();
    }

    /** Whether the metric is a percentile of a histogram of seconds that the service reports. */
    private static boolean isOfSeconds(String plain) {
        return BucketPercentile.of(plain).filter(BucketPercentile::isDuration).isPresent();
    }

    private static boolean isNumber(String plain) {
        return RuleNames.NUMBERS.contains(plain) || isOfHosts(plain) || isPlainOpen(plain);
    }

    /** Whether the metric is one that a collector reads from a node, its control groups or the service's process. */
    private static boolean isOfHosts(String plain) {
        return HostEvidence.WITH_METRICS.contains(plain);
    }

    /** Whether the metric is one of those that only the service defines. */
    static boolean isOpen(String name) {
        return isPlainOpen(plain(name));
    }

    private static boolean isPlainOpen(String plain) {
        return OPEN.stream().anyMatch(prefix -> plain.startsWith(prefix) && plain.length() > prefix.length());
    }

    /** Whether the metric has no prefix, and hosts or Envoys report it. */
    static boolean isReported(String name) {
        return plain(name).equals(name) && (isOfHosts(name) || isOpen(name));
    }

    /** Whether the metric describes the SUT now: it has no prefix and is not one of Envoy's own metrics. */
    static boolean isOfSut(String name) {
        return plain(name).equals(name) && !name.startsWith(RuleNames.ENVOY_PREFIX);
    }

    /** Whether the metric never exceeds 1, so that a limit above 1 would always pass. */
    static boolean isFraction(String name) {
        return FRACTIONS.contains(plain(name));
    }

    /** Whether the metric is a statistic over the values of each peer. */
    private static boolean isOfEachPeer(String name) {
        String rest = without(RuleNames.BASELINE_PREFIX, name);
        return STATISTICS.stream().anyMatch(rest::startsWith);
    }

    /** Whether the metric is the highest reading in the window. */
    private static boolean isHighest(String name) {
        return without(RuleNames.BASELINE_PREFIX, name).startsWith(RuleNames.MAX_PREFIX);
    }

    /** The metric of a dependency by its name, also after the prefix of the baseline; empty if it is none. */
    static Optional<DependencyMetric> ofDependency(String name) {
        return DependencyMetric.of(without(RuleNames.BASELINE_PREFIX, name));
    }

    private static boolean isReportedByEachHost(String plain) {
        return isOfHosts(plain) || (isPlainOpen(plain) && !plain.startsWith(RuleNames.ENVOY_PREFIX));
    }

    /** The name without its prefixes. */
    static String plain(String name) {
        String rest = without(RuleNames.BASELINE_PREFIX, name);
        Optional<DependencyMetric> ofDependency = ofDependency(name);
        if (ofDependency.isPresent()) {
            return ofDependency.get().metric();
        }
        if (isHighest(name)) {
            return rest.substring(RuleNames.MAX_PREFIX.length());
        }
        for (String statistic : STATISTICS) {
            if (rest.startsWith(statistic)) {
                return rest.substring(statistic.length());
            }
        }
        String inPeers = without(RuleNames.PEERS_PREFIX, rest);
        return inPeers.equals(rest) ? without(RuleNames.POOL_PREFIX, rest) : inPeers;
    }

    /** The message for an unknown name, with the name that was probably meant. */
    static String unknown(String name) {
        String plain = plain(name);
        String prefix = name.substring(0, name.length() - plain.length());
        if (isOfEachPeer(name) && (RuleNames.NUMBERS.contains(plain) || LATENCIES.contains(plain))) {
            return "the Envoys count the requests of all peers together, so there is no " + name + "; compare with "
                    + RuleNames.PEERS_PREFIX + plain;
        }
        if (isHighest(name) && (RuleNames.NUMBERS.contains(plain) || LATENCIES.contains(plain))) {
            return "the Envoys count requests, and no reading of them is the highest, so there is no " + name
                    + "; compare " + (LATENCIES.contains(plain) ? LatencyStatistic.P999.metric() : plain)
                    + ", or a metric that hosts report, such as " + RuleNames.MAX_PREFIX + MetricNames.HOST_CPU;
        }
        if (ofDependency(name).isPresent() && (RuleNames.NUMBERS.contains(plain) || LATENCIES.contains(plain))) {
            return "no Envoy of the pool counts the requests to a dependency, so there is no " + name
                    + "; compare a metric that it reports, such as "
                    + prefix + MetricNames.HOST_CPU;
        }
        if (name.startsWith(DependencyMetric.PREFIX) && ofDependency(name).isEmpty()) {
            return "there is no metric " + name + "; of a dependency it is deps.NAME.METRIC, such as "
                    + "deps.orders_db.host.cpu for the name orders-db: a dash would be read as minus";
        }
        Optional<String> near =
                endingWith(plain).or(() -> beginningWith(plain)).or(() -> NearestName.of(plain, candidates()));
        return "there is no metric " + name
                + near.filter(candidate -> typeOf(prefix + candidate).isPresent())
                        .map(candidate -> "; did you mean " + prefix + candidate + "?")
                        .orElseGet(() -> plain.startsWith(HOST) ? OF_HOSTS : OF_ALL);
    }

    /** The metric for a last part alone, such as "p99" or "cpu". */
    private static Optional<String> endingWith(String part) {
        return SUGGESTED.stream().filter(name -> name.endsWith("." + part)).findFirst();
    }

    /** The metric for a first part alone, such as "host.memory". */
    private static Optional<String> beginningWith(String part) {
        return HostEvidence.WITH_METRICS.stream()
                .filter(name -> name.startsWith(part + "."))
                .findFirst();
    }

    private static List<String> candidates() {
        Stream<String> prefixed = Stream.of(RuleNames.BASELINE_PREFIX, RuleNames.PEERS_PREFIX, RuleNames.POOL_PREFIX)
                .flatMap(prefix -> SUGGESTED.stream().map(prefix::concat));
        return Stream.of(SUGGESTED.stream(), prefixed, HostEvidence.ALL.stream())
                .flatMap(names -> names)
                .toList();
    }

    private static String without(String prefix, String name) {
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }
}
