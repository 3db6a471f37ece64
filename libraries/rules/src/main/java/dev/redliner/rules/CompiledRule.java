package dev.redliner.rules;

import dev.cel.common.exceptions.CelDivideByZeroException;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelUnknownSet;
import dev.cel.runtime.Program;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A rule that the compiler accepted. Immutable and safe for many threads; judging takes microseconds. */
public final class CompiledRule {
    private final RuleSpec spec;
    private final Program program;
    private final Map<String, String> slotByMetric;
    private final List<Term> terms;

    CompiledRule(RuleSpec spec, Program program, Map<String, String> slotByMetric, List<Term> terms) {
        this.spec = spec;
        this.program = program;
        this.slotByMetric = Map.copyOf(slotByMetric);
        this.terms = List.copyOf(terms);
    }

    /** The specification that the rule was compiled from. */
    public RuleSpec spec() {
        return spec;
    }

    /** The metrics that the rule reads, by the names that rules use. */
    public Set<String> metrics() {
        return slotByMetric.keySet();
    }

    /** The metrics of dependencies that the rule reads, also those of which it reads the baseline. */
    public Set<DependencyMetric> ofDependencies() {
        return metrics().stream()
                .flatMap(name -> Vocabulary.ofDependency(name).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the rule reads metrics of dependencies and nothing else. */
    public boolean readsOnlyDependencies() {
        return metrics().stream().allMatch(name -> Vocabulary.ofDependency(name).isPresent());
    }

    /**
     * Evaluates the rule for these values. The outcome is UNKNOWN, never PASS,
     * <ul>
     * <li>with fewer {@code samples} than {@code minSamples}, even if the rule appears broken: few requests prove
     * nothing. The outcome is nevertheless FAIL if the bad requests alone would break the rule among {@code minSamples}
     * requests, regardless of the others;
     * <li>if a metric that decides is missing, NaN or infinite; {@code false && missing} is nevertheless FAIL;
     * <li>if the rule cannot be computed, such as after a division by zero.
     * </ul>
     */
    public Judgement judge(MetricValues now) {
        var reading = new MetricActivation(slotByMetric, now);
        List<Comparison> comparisons =
                terms.stream().map(term -> term.with(reading)).toList();
        String thin = tooFewSamples(now);
        if (thin != null && terms.stream().anyMatch(term -> term.isBrokenWhateverComes(now, spec.minSamples()))) {
            return new Judgement(Outcome.FAIL, comparisons, reading.missing(), null);
        }
        if (thin != null) {
            return new Judgement(Outcome.UNKNOWN, comparisons, reading.missing(), thin);
        }
        try {
            return conclude(program.eval(reading.variables()), comparisons, reading);
        } catch (CelEvaluationException e) {
            return new Judgement(Outcome.UNKNOWN, comparisons, reading.missing(), reason(e));
        }
    }

    /**
     * A limit that a rule requires of a percentile of the SUT's latencies.
     *
     * @param metric the percentile
     * @param limit the highest allowed latency
     * @param allowed fraction of the requests that may take longer
     */
    public record LatencyLimit(String metric, Duration limit, double allowed) {}

    /** An error rate or a mean over fewer requests is not meaningful. */
    private static final long FEWEST_SAMPLES = 10;

    /**
     * Number of requests that make the rule meaningful. The tightest percentile of the SUT in the rule needs so many
     * that one request may be beyond it (100 for a p99); at least 10. A percentile of a histogram of the service counts
     * as one of requests. 0 if the rule reads nothing about the SUT's requests.
     */
    public long meaningfulSamples() {
        double[] percentiles = percentiles();
        boolean readsRequests = percentiles.length > 0
                || metrics().stream()
                        .anyMatch(name -> name.startsWith("latency.")
                                || name.equals(RuleNames.ERROR_RATE)
                                || name.equals(RuleNames.ERRORS));
        if (!readsRequests) {
            return 0;
        }
        return Arrays.stream(percentiles)
                .mapToLong(within -> Math.round(1 / (1 - within)))
                .reduce(FEWEST_SAMPLES, Math::max);
    }

    /** The fractions of the percentiles of the SUT: those that Envoys count, and those that the service reports. */
    private double[] percentiles() {
        return DoubleStream.concat(
                        Arrays.stream(LatencyStatistic.values())
                                .filter(statistic -> metrics().contains(statistic.metric()))
                                .flatMapToDouble(statistic -> statistic.fraction().stream()),
                        metrics().stream()
                                .filter(name -> name.startsWith(RuleNames.APP_PREFIX))
                                .flatMap(name -> BucketPercentile.of(name).stream())
                                .mapToDouble(BucketPercentile::fraction))
                .toArray();
    }

    /** The rule's limits of percentiles, in the order written. */
    public List<LatencyLimit> latencyLimits() {
        return terms.stream()
                .flatMap(term -> Stream.ofNullable(term.latencyLimit())
                        .map(limit -> new LatencyLimit(term.metric(), limit, term.allowed())))
                .toList();
    }

    private Judgement conclude(Object result, List<Comparison> comparisons, MetricActivation reading) {
        if (result instanceof CelUnknownSet unknown) {
            String reason = "no data for " + String.join(", ", reading.blamed(unknown));
            return new Judgement(Outcome.UNKNOWN, comparisons, reading.missing(), reason);
        }
        if (terms.stream().anyMatch(term -> term.isBeyondNumbers(reading))) {
            return new Judgement(Outcome.UNKNOWN, comparisons, reading.missing(), "a value is beyond all numbers");
        }
        Outcome outcome = Boolean.TRUE.equals(result) ? Outcome.PASS : Outcome.FAIL;
        return new Judgement(outcome, comparisons, reading.missing(), null);
    }

    private @Nullable String tooFewSamples(MetricValues now) {
        if (spec.minSamples() == 0) {
            return null;
        }
        OptionalDouble samples = now.value(RuleNames.SAMPLES);
        if (samples.isEmpty()) {
            return "no data for samples, of which it needs " + spec.minSamples();
        }
        return samples.getAsDouble() >= spec.minSamples()
                ? null
                : Math.round(samples.getAsDouble()) + " samples of the " + spec.minSamples() + " it needs";
    }

    private static String reason(CelEvaluationException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CelDivideByZeroException || cause instanceof ArithmeticException) {
                return "divides by zero";
            }
        }
        return "cannot be computed: "
                + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
