package dev.redliner.rules;

import com.google.common.collect.ImmutableList;
import dev.redliner.contracts.NearestName;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which names a rule may read, of which type, and what to say of any other. */
final class Vocabulary {
    /** The type of a metric inside an expression. */
    enum Type {
        /** A CEL duration. */
        LATENCY,
        /** A CEL double. */
        NUMBER
    }

    /** Whoever reports may add names below these, so they cannot be listed. */
    private static final List<String> OPEN = List.of("jvm.", "app.", "envoy.");

    private static final List<String> LATENCIES = Arrays.stream(LatencyStatistic.values())
            .map(LatencyStatistic::metric)
            .toList();

    /** Of two that are equally near the first is suggested, so the one most often meant comes first. */
    private static final List<String> SUGGESTED = ImmutableList.<String>builder()
            .add(LatencyStatistic.P99.metric())
            .addAll(LATENCIES)
            .addAll(RuleNames.NUMBERS)
            .addAll(HostMetrics.ALL)
            .build();

    private static final String HOST = "host.";
    private static final String OF_HOSTS = "; of hosts there are " + String.join(", ", HostMetrics.ALL);
    private static final String OF_ALL =
            "; there are latency.{mean,p50,p90,p95,p99,p999}, error_rate, errors, samples, rps, rps.requested, host.*,"
                    + " jvm.*, app.*, envoy.*, each also after baseline., peers. or pool.";

    /** A slip of the hand, not another word. */
    private Vocabulary() {}

    /** The type of a metric; empty if there is no such name. */
    static Optional<Type> typeOf(String name) {
        String plain = plain(name);
        if (LATENCIES.contains(plain)) {
            return Optional.of(Type.LATENCY);
        }
        return isNumber(plain) ? Optional.of(Type.NUMBER) : Optional.empty();
    }

    private static boolean isNumber(String plain) {
        return RuleNames.NUMBERS.contains(plain)
                || HostMetrics.ALL.contains(plain)
                || OPEN.stream().anyMatch(prefix -> plain.startsWith(prefix) && plain.length() > prefix.length());
    }

    /** Whether the name says something of the SUT now: no prefix, and not one of Envoy's own numbers. */
    static boolean isOfSut(String name) {
        return plain(name).equals(name) && !name.startsWith("envoy.");
    }

    /** Whether the metric never goes above 1, so that a limit above it would always pass. */
    static boolean isFraction(String name) {
        String plain = plain(name);
        return plain.equals(RuleNames.ERROR_RATE) || plain.equals(MetricNames.HOST_CPU);
    }

    /** The name without its prefixes. */
    static String plain(String name) {
        String rest = without(RuleNames.BASELINE_PREFIX, name);
        String inPeers = without(RuleNames.PEERS_PREFIX, rest);
        return inPeers.equals(rest) ? without(RuleNames.POOL_PREFIX, rest) : inPeers;
    }

    /** Says that a name is unknown, and which one was probably meant. */
    static String unknown(String name) {
        String plain = plain(name);
        String prefix = name.substring(0, name.length() - plain.length());
        Optional<String> near = endingWith(plain).or(() -> NearestName.of(plain, candidates()));
        return "there is no metric " + name
                + near.map(candidate -> "; did you mean " + prefix + candidate + "?")
                        .orElseGet(() -> plain.startsWith(HOST) ? OF_HOSTS : OF_ALL);
    }

    /** "p99" or "cpu" alone. */
    private static Optional<String> endingWith(String part) {
        return SUGGESTED.stream().filter(name -> name.endsWith("." + part)).findFirst();
    }

    private static List<String> candidates() {
        Stream<String> prefixed = Stream.of(RuleNames.BASELINE_PREFIX, RuleNames.PEERS_PREFIX, RuleNames.POOL_PREFIX)
                .flatMap(prefix -> SUGGESTED.stream().map(prefix::concat));
        return Stream.concat(SUGGESTED.stream(), prefixed).toList();
    }

    private static String without(String prefix, String name) {
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }
}
