package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * The true redline of a real host, from long runs at loads around it. The traffic goes straight to the hosts, without
 * any part of Redliner. All hosts of the pool are alike and run side by side, each at its own load, as they do in
 * production. The loads come in random order, so that a slow change of the machine does not look like a knee.
 */
final class SteadyTruth {
    private static final double[] WIDE = {-0.25, -0.16, -0.08, 0, 0.08, 0.15};
    private static final double[] NEAR = {-0.06, -0.04, -0.02, 0, 0.02, 0.04};
    private static final double[] NARROW = {-0.06, -0.045, -0.03, -0.015, 0, 0, 0.015, 0.03, 0.045, 0.06};
    /** Parts of the time for the rough location of the redline. */
    private static final double WIDE_PART = 0.1;

    private static final double NEAR_PART = 0.15;

    private static final Duration WARM = Duration.ofSeconds(15);
    /** Before the first run: the hosts and the traffic compile their code. Looks follow. */
    private static final Duration FIRST_WARM = Duration.ofSeconds(60);

    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final int MOST_LOOKS = 15;
    /** Fraction of bad requests at a light load. */
    private static final double CALM = 0.002;
    /** Part of the requests that must have ended. */
    private static final double SERVED = 0.5;

    private static final long SEED = 31;
    private static final double LN_TEN = Math.log(10);

    private final RealService service;
    private final RealHosts hosts;
    private final DoubleFunction<LoadSettings> curve;
    private final Consumer<String> progress;
    private final Random order = new Random(SEED);

    /**
     * Prepares the search for a truth.
     *
     * @param curve traffic for a rate in requests per second; its target is replaced
     * @param progress receives a line for each run
     */
    SteadyTruth(RealService service, RealHosts hosts, DoubleFunction<LoadSettings> curve, Consumer<String> progress) {
        this.service = service;
        this.hosts = hosts;
        this.curve = curve;
        this.progress = progress;
    }

    /**
     * Finds the redline. Uses all of the given time, after some minutes until the hosts are warm.
     *
     * @throws IllegalStateException if no rule crosses its limit near the rough redline, or too few runs show where
     */
    LongRunTruth within(Duration time) {
        warmUp();
        double rough = between(runs(loads(WIDE, service.roughRedline()), perRun(time, WIDE_PART, WIDE.length)))
                .orElseThrow(() -> new IllegalStateException("No rule of " + service.name()
                        + " crosses its limit near " + service.roughRedline()
                        + " rps; correct roughRedline in its service.json."));
        List<Run> near = runs(loads(NEAR, rough), perRun(time, NEAR_PART, NEAR.length));
        // the short runs before may have been disturbed
        double middle = between(near).orElseGet(() -> edge(near));
        LongRunTruth truth = redline(loads(NARROW, middle), perRun(time, 1 - WIDE_PART - NEAR_PART, NARROW.length));
        if (!Double.isFinite(truth.rps())) {
            throw new IllegalStateException("Too few of the runs of " + service.name() + " near " + middle
                    + " rps are near a limit; use more time.");
        }
        return truth;
    }

    /** The highest load if all of them kept the limits, or else the lowest. */
    private static double edge(List<Run> runs) {
        DoubleSummaryStatistics loads =
                runs.stream().mapToDouble(run -> run.load).summaryStatistics();
        return runs.stream().allMatch(run -> run.worst() <= 1) ? loads.getMax() : loads.getMin();
    }

    private Duration perRun(Duration time, double part, int runs) {
        double rounds = Math.ceil(runs / (double) service.hosts());
        return Duration.ofMillis((long) (time.toMillis() * part / rounds)).minus(WARM);
    }

    /** @param around the logarithm of each load, from that of the middle */
    private List<Double> loads(double[] around, double middle) {
        List<Double> loads = new ArrayList<>();
        for (double part : around) {
            loads.add(middle * Math.exp(part));
        }
        Collections.shuffle(loads, order);
        return loads;
    }

    /**
     * A load between the highest that kept the limits, of those below the lowest that broke one, and that lowest one. A
     * straight line through all loads does not fit where a few percent of load are the difference between no slow request
     * and many.
     */
    private static OptionalDouble between(List<Run> runs) {
        List<Run> byLoad = runs.stream()
                .sorted(Comparator.comparingDouble(run -> run.load))
                .toList();
        for (int i = 1; i < byLoad.size(); i++) {
            Run below = byLoad.get(i - 1);
            Run above = byLoad.get(i);
            if (above.worst() > 1) {
                return below.worst() > 1 ? OptionalDouble.empty() : OptionalDouble.of(between(below, above));
            }
        }
        return OptionalDouble.empty();
    }

    /** The load at which the logarithm of the worst fraction, from a tenth of the allowed one to ten times, is zero. */
    private static double between(Run below, Run above) {
        double low = Math.max(-LN_TEN, Math.log(below.worst()));
        double high = Math.min(LN_TEN, Math.log(above.worst()));
        double part = -low / (high - low);
        return below.load * Math.pow(above.load / below.load, part);
    }

    private LongRunTruth redline(List<Double> loads, Duration each) {
        List<Run> runs = runs(loads, each);
        LongRunTruth slow = LongRunTruth.crossing(
                runs.stream().flatMap(run -> run.slowPoint().stream()).toList(), "latency");
        LongRunTruth failed = LongRunTruth.crossing(
                runs.stream().flatMap(run -> run.failedPoint().stream()).toList(), "errors");
        return slow.rps() <= failed.rps() ? slow : failed;
    }

    private List<Run> runs(List<Double> loads, Duration each) {
        List<Run> runs = new ArrayList<>();
        for (int from = 0; from < loads.size(); from += service.hosts()) {
            runs.addAll(sideBySide(loads.subList(from, Math.min(loads.size(), from + service.hosts())), each));
        }
        return runs;
    }

    /** Ends when a light load is served as it should be: the machine may still be busy with the start of other hosts. */
    private void warmUp() {
        double light = service.roughRedline() * Math.exp(WIDE[0]);
        List<Traffic> traffic = new ArrayList<>();
        try {
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i < service.hosts(); i++) {
                var run = new Run(light, service.limitMillis() * 1_000_000L);
                runs.add(run);
                traffic.add(Traffic.start(to(hosts.page(i), curve.apply(light)), run));
            }
            LockSupport.parkNanos(FIRST_WARM.toNanos());
            for (int i = 0; i < MOST_LOOKS; i++) {
                double badBefore = sum(runs, Run::bad);
                double allBefore = sum(runs, Run::all);
                runs.forEach(run -> run.counting = true);
                LockSupport.parkNanos(LOOK.toNanos());
                double all = sum(runs, Run::all) - allBefore;
                boolean served = all >= SERVED * light * runs.size() * LOOK.toSeconds();
                if (served && sum(runs, Run::bad) - badBefore <= CALM * all) {
                    return;
                }
            }
            throw new IllegalStateException(service.name() + " does not keep its limit at " + light
                    + " rps; correct roughRedline in its service.json, or use a machine with less other work.");
        } finally {
            traffic.forEach(Traffic::close);
        }
    }

    private static double sum(List<Run> runs, ToDoubleFunction<Run> count) {
        return runs.stream().mapToDouble(count).sum();
    }

    private List<Run> sideBySide(List<Double> loads, Duration each) {
        List<Run> runs = new ArrayList<>();
        List<Traffic> traffic = new ArrayList<>();
        try {
            for (int i = 0; i < loads.size(); i++) {
                var run = new Run(loads.get(i), service.limitMillis() * 1_000_000L);
                runs.add(run);
                traffic.add(Traffic.start(to(hosts.page(i), curve.apply(loads.get(i))), run));
            }
            LockSupport.parkNanos(WARM.toNanos());
            runs.forEach(run -> run.counting = true);
            LockSupport.parkNanos(each.toNanos());
            runs.forEach(run -> run.counting = false);
        } finally {
            traffic.forEach(Traffic::close);
        }
        runs.forEach(run -> progress.accept(run.toString()));
        return runs;
    }

    private static LoadSettings to(URI page, LoadSettings it) {
        return new LoadSettings(
                page,
                it.rps(),
                it.users(),
                it.drift(),
                it.driftPeriod(),
                it.noise(),
                it.maxInFlight(),
                it.timeout(),
                it.seed());
    }

    /** A run of one host at one load. */
    private static final class Run implements Traffic.Answers {
        private static final int ERROR = 500;

        private final double load;
        private final long limitNanos;
        private final LongAdder all = new LongAdder();
        private final LongAdder slow = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private volatile boolean counting;

        Run(double load, long limitNanos) {
            this.load = load;
            this.limitNanos = limitNanos;
        }

        @Override
        public void answered(int status, long nanos) {
            if (counting) {
                all.increment();
                if (status >= ERROR) {
                    failed.increment();
                } else if (nanos > limitNanos) {
                    slow.increment();
                }
            }
        }

        @Override
        public void failed() {
            if (counting) {
                all.increment();
                failed.increment();
            }
        }

        Optional<LongRunTruth.Point> slowPoint() {
            return LongRunTruth.point(load, part(slow) / RealService.ALLOWED_SLOW);
        }

        Optional<LongRunTruth.Point> failedPoint() {
            return LongRunTruth.point(load, part(failed) / RealService.ALLOWED_ERRORS);
        }

        /** The fraction of slow or of failed requests, divided by the allowed one; the larger of both. */
        double worst() {
            return Math.max(part(slow) / RealService.ALLOWED_SLOW, part(failed) / RealService.ALLOWED_ERRORS);
        }

        double all() {
            return all.sum();
        }

        double bad() {
            return slow.sum() + failed.sum();
        }

        private double part(LongAdder counted) {
            return counted.sum() / (double) Math.max(1, all.sum());
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.1f rps: %.3f%% slow and %.3f%% failed of %d",
                    load,
                    100 * part(slow),
                    100 * part(failed),
                    all.sum());
        }
    }
}
