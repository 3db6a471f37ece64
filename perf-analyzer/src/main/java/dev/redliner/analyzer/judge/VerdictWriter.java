package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.rules.BucketPercentile;
import dev.redliner.rules.MetricUnit;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the verdict on one closed tick of a run. */
final class VerdictWriter {
    private static final Set<String> EVIDENCE = Set.copyOf(HostEvidence.ALL);

    /** Readings of hosts may be from a different moment than those of the Envoys. */
    private static final Duration STALL_WITHIN = Duration.ofSeconds(1);

    /** At 10 rps a host's CPU over a quarter of a minute is off by a fifth. */
    private static final Duration PEERS_OVER = Duration.ofSeconds(60);

    private final JudgeSettings settings;
    private final PoolSamples samples;
    private final WatchedRun run;
    private final Watch watch;
    private final ClosedTick closed;
    private final HostSigns signs;
    private final Map<Window, WindowValues> byWindow = new HashMap<>();

    /** The window of a rule and the hosts of the SUT that it covers. */
    private record Window(Duration length, List<String> hosts) {}

    VerdictWriter(JudgeSettings settings, PoolSamples samples, WatchedRun run, ClosedTick closed) {
        this.settings = settings;
        this.samples = samples;
        this.run = run;
        watch = run.watch();
        this.closed = closed;
        signs = new HostSigns(samples, watch, closed.end(), settings.reporterTimeout());
    }

    Verdict write(List<String> recentNotes, Instant now) {
        run.overdue.close(closed, WaitLimits.of(run.rules()), longest());
        Tick tick = tick();
        List<RuleVerdict> verdicts = run.rules().stream()
                .map(rule -> run.judge.judge(rule, hosts(rule.spec().window(), tick)))
                .toList();
        var notes = new ArrayList<>(closed.notes());
        notes.addAll(recentNotes);
        Map<String, Double> metrics = metrics();
        return new Verdict(
                watch.run(),
                watch.pool(),
                closed.end(),
                now,
                verdicts,
                tick,
                metrics,
                missing(),
                notes,
                signs.identity(),
                signs.foreign(),
                tick == null ? null : run.signals.read(samples, watch, closed, tick),
                run.catalogue.read(samples, watch, longestSpan(), values(longest(), watch.sut()), metrics.keySet()),
                run.properties.read(samples, watch, closed.end()));
    }

    private @Nullable Tick tick() {
        int streams = run.overdue.streams(watch.sut());
        run.unplaced.add(closed.setAside(), run.overdue.setAside(watch.sut()), closed.end(), streams);
        Tick tick = TickCounts.of(
                closed,
                watch.sut(),
                signs::busiest,
                () -> run.stalls.of(
                        samples, watch.sut(), UnreadBatches.span(closed.end(), STALL_WITHIN, watch.samplingInterval())),
                run.overdue,
                run.unplaced.late());
        if (tick == null) {
            run.unplaced.add(closed.sut(), run.overdue.overdue(watch.sut()), closed.end(), streams);
        }
        return tick;
    }

    /** The SUT, or each of its hosts: a host that breaks a rule must not be hidden by the others. */
    private List<JudgedHost> hosts(Duration window, @Nullable Tick tick) {
        if (watch.sut().size() == 1) {
            return List.of(JudgedHost.alone(watch.sut().get(0), values(window, watch.sut()), run.overdue, tick));
        }
        return watch.sut().stream()
                .map(host -> JudgedHost.oneOf(host, values(window, List.of(host)), run.overdue, tick))
                .toList();
    }

    private WindowValues values(Duration length, List<String> hosts) {
        return byWindow.computeIfAbsent(
                new Window(length, hosts),
                window -> new WindowValues(
                        samples, watch, hosts, new Span(closed.end(), length, watch.samplingInterval()), closed));
    }

    private Map<String, Double> metrics() {
        WindowValues values = values(longest(), watch.sut());
        Span span = longestSpan();
        var metrics = new HashMap<String, Double>();
        Stream.of(serviceNames(), hostNames(span), namesInRules())
                .flatMap(names -> names)
                .distinct()
                .forEach(name -> add(name, name, values, metrics));
        if (watch.sut().size() > 1) {
            watch.sut().forEach(host -> addOfHost(host, values(longest(), List.of(host)), metrics));
        }
        metrics.putAll(signs.lowerLayers());
        DoubleSummaryStatistics cpu = signs.cpu(watch.peers(), peersSpan());
        if (cpu.getCount() > 0) {
            metrics.put(Verdict.PEERS_CPU, cpu.getMax());
            metrics.put(Verdict.PEERS_CPU_HOSTS, (double) cpu.getCount());
        }
        return metrics;
    }

    private Duration longest() {
        return run.longestWindow(settings.defaultWindow());
    }

    private Span longestSpan() {
        return new Span(closed.end(), longest(), watch.samplingInterval());
    }

    /** Independent of the rules' windows, because a short window would give a noisy reading. */
    private Span peersSpan() {
        Duration kept = settings.retention().compareTo(PEERS_OVER) < 0 ? settings.retention() : PEERS_OVER;
        return new Span(closed.end(), kept, watch.samplingInterval());
    }

    /** For a host of a set, a rule compares with that host's own baseline. */
    private void addOfHost(String host, WindowValues values, Map<String, Double> metrics) {
        List.copyOf(metrics.keySet()).stream()
                .filter(name -> Scope.of(name) == Scope.SUT && !name.contains("/"))
                .forEach(name -> add(WindowValues.ofHost(host, name), name, values, metrics));
    }

    /** A percentile of which only a lower bound is known must not become a baseline. */
    private static void add(String as, String name, WindowValues values, Map<String, Double> metrics) {
        values.value(name).stream()
                .filter(value -> !MetricUnit.isApproximate(name) || !BucketPercentile.isBeyond(value))
                .forEach(value -> metrics.put(as, value));
    }

    private static Stream<String> serviceNames() {
        return Scope.COUNTED.stream()
                .flatMap(scope -> WindowValues.serviceNames().map(name -> scope.prefix() + name));
    }

    /** Evidence is included only if a rule names it: every verdict is journalled. */
    private Stream<String> hostNames(Span span) {
        return samples.plainNames(watch.sut(), "host.", span).stream()
                .filter(name -> !MetricNames.IDENTITY.contains(name) && !EVIDENCE.contains(name));
    }

    /** Every metric that a rule compares with its baseline is included, so that it can become a baseline. */
    private Stream<String> namesInRules() {
        return run.rules().stream()
                .flatMap(rule -> rule instanceof KnownRule.Ready ready
                        ? ready.compiled().metrics().stream()
                        : Stream.<String>empty())
                .map(name -> name.startsWith(RuleNames.BASELINE_PREFIX)
                        ? name.substring(RuleNames.BASELINE_PREFIX.length())
                        : name);
    }

    /** Hosts of which nothing was read lately: a page that fails gives batches of gaps. */
    private List<String> missing() {
        Instant lately = closed.end().minus(settings.reporterTimeout());
        return Stream.concat(watch.sut().stream(), watch.peers().stream())
                .filter(host -> samples.lastRead(host).filter(lately::isBefore).isEmpty())
                .toList();
    }
}
