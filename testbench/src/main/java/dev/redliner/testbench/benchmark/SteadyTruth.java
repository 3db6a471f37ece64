package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * The true redline of a real host, from long runs at loads around it. The traffic goes straight to the hosts, without
 * any part of Redliner. All hosts of the pool are alike and run side by side, each at its own load, as they do in
 * production. The loads come in random order, so that a slow change of the machine does not look like a knee.
 */
final class SteadyTruth {
    private static final double[] WIDE = {0.76, 0.84, 0.92, 1.0, 1.08, 1.16};
    private static final double[] NARROW = {-0.06, -0.045, -0.03, -0.015, 0, 0, 0.015, 0.03, 0.045, 0.06};
    /** Part of the time for the rough location of the redline. */
    private static final double WIDE_PART = 0.15;

    private static final Duration WARM = Duration.ofSeconds(15);
    private static final long SEED = 31;

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
     * Finds the redline within the given time and uses all of that time.
     *
     * @throws IllegalStateException if no rule crosses its limit near the rough redline
     */
    LongRunTruth within(Duration time) {
        List<Double> wide = loads(WIDE, factor -> service.roughRedline() * factor);
        double middle = redline(wide, perRun(time, WIDE_PART, wide.size())).rps();
        if (!(middle > 0.5 * service.roughRedline() && middle < 1.6 * service.roughRedline())) {
            throw new IllegalStateException("No rule of " + service.name() + " crosses its limit near "
                    + service.roughRedline() + " rps; correct roughRedline in its service.json.");
        }
        List<Double> narrow = loads(NARROW, part -> middle * Math.exp(part));
        return redline(narrow, perRun(time, 1 - WIDE_PART, narrow.size()));
    }

    private Duration perRun(Duration time, double part, int runs) {
        double rounds = Math.ceil(runs / (double) service.hosts());
        return Duration.ofMillis((long) (time.toMillis() * part / rounds)).minus(WARM);
    }

    private List<Double> loads(double[] around, DoubleUnaryOperator load) {
        List<Double> loads = new ArrayList<>();
        for (double it : around) {
            loads.add(load.applyAsDouble(it));
        }
        Collections.shuffle(loads, order);
        return loads;
    }

    private LongRunTruth redline(List<Double> loads, Duration each) {
        List<Run> runs = new ArrayList<>();
        for (int from = 0; from < loads.size(); from += service.hosts()) {
            runs.addAll(sideBySide(loads.subList(from, Math.min(loads.size(), from + service.hosts())), each));
        }
        LongRunTruth slow = LongRunTruth.crossing(
                runs.stream().flatMap(run -> run.slowPoint().stream()).toList(), "latency");
        LongRunTruth failed = LongRunTruth.crossing(
                runs.stream().flatMap(run -> run.failedPoint().stream()).toList(), "errors");
        return slow.rps() <= failed.rps() ? slow : failed;
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
