package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.Scenario;
import dev.redliner.hostmodel.SteadyHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The true redline of a scenario: the highest mean load at which its host keeps the SLO in the long run, warm and
 * without the slow wave of its traffic.
 *
 * <p>A bisection locates the redline roughly. Independent long runs at loads around it then measure the logarithm of
 * "seen over allowed". A straight line is fitted to these values over the logarithm of the load. It crosses zero at the
 * redline.
 *
 * @param rps requests per second
 * @param standardErrorPercent of {@code rps}, from the distances of the runs to the line
 * @param elasticity slope of the line: percent more bad requests per percent more load
 * @param rule the rule that fails first: {@code latency} or {@code errors}
 */
record LongRunTruth(double rps, double standardErrorPercent, double elasticity, String rule) {
    private static final double NEIGHBOURHOOD = 1.02;
    private static final double[] AROUND = {-0.06, -0.045, -0.03, -0.015, 0, 0, 0.015, 0.03, 0.045, 0.06};
    /** Requests in a run of the bisection, as a fraction of the requests in a run around the redline. */
    private static final double ROUGHLY = 0.1;

    private static final int SHORTEST_SECONDS = 600;
    /** Largest accepted distance from the limit, as a logarithm. Farther from the redline the line is not straight. */
    private static final double NEAR = Math.log(8);

    /**
     * The result of a run at one load.
     *
     * @param lnLoad logarithm of the load in requests per second
     * @param lnScore logarithm of the bad fraction over the allowed one
     */
    record Point(double lnLoad, double lnScore) {}

    /**
     * @param requests of each run around the redline
     * @throws IllegalArgumentException if the host keeps, or breaks, its SLO at every load of the scenario
     */
    static LongRunTruth of(Scenario scenario, double requests) {
        double middle = neighbourhood(scenario, requests * ROUGHLY);
        var slow = new ArrayList<Point>();
        var failed = new ArrayList<Point>();
        for (int i = 0; i < AROUND.length; i++) {
            double load = middle * Math.exp(AROUND[i]);
            SteadyHost seen = at(scenario, load, requests, 1_000 + i);
            point(load, seen.slowFraction() / (1 - scenario.slo().quantile())).ifPresent(slow::add);
            point(load, seen.errorFraction() / scenario.slo().maxError()).ifPresent(failed::add);
        }
        LongRunTruth latency = crossing(slow, "latency");
        LongRunTruth errors = crossing(failed, "errors");
        if (Math.min(latency.rps, errors.rps) == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(scenario.id() + ": no rule crosses its limit near " + middle + " rps");
        }
        return latency.rps <= errors.rps ? latency : errors;
    }

    private static double neighbourhood(Scenario scenario, double requests) {
        double low = scenario.startRps() * 0.5;
        double high = scenario.maxRps() * 1.5;
        for (int seed = 1; high / low > NEIGHBOURHOOD; seed++) {
            double load = Math.sqrt(low * high);
            boolean keeps = at(scenario, load, requests, seed).worst(scenario.slo()) <= 1;
            low = keeps ? load : low;
            high = keeps ? high : load;
        }
        return Math.sqrt(low * high);
    }

    private static SteadyHost at(Scenario scenario, double load, double requests, int seed) {
        return SteadyHost.at(scenario, load, seed, (int) Math.max(SHORTEST_SECONDS, requests / load));
    }

    /** Returns a point, or empty if no request was bad, or so many that the line would bend. */
    private static Optional<Point> point(double load, double score) {
        return score > 0 && Math.abs(Math.log(score)) < NEAR
                ? Optional.of(new Point(Math.log(load), Math.log(score)))
                : Optional.empty();
    }

    /** Fits the line. The redline is infinite if no line rises with the load. */
    private static LongRunTruth crossing(List<Point> points, String rule) {
        double n = points.size();
        double x = points.stream().mapToDouble(Point::lnLoad).average().orElse(0);
        double y = points.stream().mapToDouble(Point::lnScore).average().orElse(0);
        double xx = points.stream().mapToDouble(p -> Math.pow(p.lnLoad - x, 2)).sum();
        double xy = points.stream()
                .mapToDouble(p -> (p.lnLoad - x) * (p.lnScore - y))
                .sum();
        if (n < 4 || !(xy > 0)) {
            return new LongRunTruth(Double.POSITIVE_INFINITY, 0, 0, rule);
        }
        double slope = xy / xx;
        double lnRedline = x - y / slope;
        double squares = points.stream()
                .mapToDouble(p -> Math.pow(p.lnScore - y - slope * (p.lnLoad - x), 2))
                .sum();
        double deviation = Math.sqrt(squares / (n - 2));
        double error = deviation / slope * Math.sqrt(1 / n + Math.pow(lnRedline - x, 2) / xx);
        return new LongRunTruth(Math.exp(lnRedline), 100 * error, slope, rule);
    }

    /** The redline with its standard error, in words. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%.2f rps +- %.2f%%, %s, elasticity %.1f", rps, standardErrorPercent, rule, elasticity);
    }
}
