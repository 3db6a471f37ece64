package dev.redliner.testbench.benchmark;

import dev.redliner.hostmodel.SteadyHost;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Estimates of a host's redline from counts alone, as if the steepness of its knee were known. The host stays at one mean
 * load for a time, and gets {@code q} requests per second. A fraction {@code p} of them breaks the rule that fails first,
 * and {@code p0} may. With the elasticity {@code k} of that rule, the estimate is
 *
 * <pre>q* = q (p0 / p)^(1 / k)</pre>
 *
 * A search spends time to find such a load, and estimates the steepness from the same counts. Latencies below the limit
 * are not used here.
 *
 * @param scenario the host
 * @param estimates one for each seed
 */
record CountBound(String scenario, List<Estimate> estimates) {
    /** Without a bad request, the estimate would be infinite. */
    private static final double LEAST_BAD = 0.5;

    private static final double LOWEST = 0.025;

    /**
     * An estimate from the counts of one seed.
     *
     * @param error percent of the truth, with its sign
     * @param excess bad requests beyond the normal ones, as a percentage of all requests
     */
    record Estimate(double error, double excess) {}

    CountBound {
        estimates = List.copyOf(estimates);
    }

    /**
     * Simulates the host once for each seed.
     *
     * @param seconds at the load
     * @param at the mean load, as a fraction of the true redline
     * @throws IllegalArgumentException if the steepness of the host is not known
     */
    static CountBound of(KnownHost known, int seconds, double at, SeedRange seeds) {
        KnownHost.Knee knee = known.knee()
                .orElseThrow(() -> new IllegalArgumentException("truth.json has no elasticity of "
                        + known.scenario().id() + "; redliner benchmark truth finds it"));
        return new CountBound(
                known.scenario().id(),
                seeds.seeds()
                        .parallel()
                        .mapToObj(seed -> SteadyHost.at(known.scenario(), at * known.truth(), seed, seconds))
                        .map(counted -> new Estimate(
                                100 * (estimate(known, knee, counted, seconds) / known.truth() - 1),
                                100 * (counted.badFraction() - known.normalBad())))
                        .toList());
    }

    private static double estimate(KnownHost known, KnownHost.Knee knee, SteadyHost counted, int seconds) {
        boolean latency = knee.rule().equals("latency");
        double allowed = latency ? known.allowed() : known.scenario().slo().maxError();
        double bad = Math.max(
                latency ? counted.slowFraction() : counted.errorFraction(),
                LEAST_BAD / Math.max(1, counted.requests()));
        return counted.requests() / seconds * Math.pow(allowed / bad, 1 / knee.elasticity());
    }

    /** Half the distance between the ends of the range that holds 95% of the estimates, percent of the truth. */
    double halfWidth() {
        Figures errors = figures(estimates, Estimate::error);
        return (errors.quantile(1 - LOWEST) - errors.quantile(LOWEST)) / 2;
    }

    /** A row for each host, and one for all of them. The half-width of all is that of the median host. */
    static String table(List<CountBound> hosts) {
        var text = new StringBuilder(
                "| host | error % | error, 95th percentile | bias % | +- % | excess harm % | n |\n|---|---|---|---|---|---|---|\n");
        hosts.forEach(host -> text.append(row(host.scenario, host.estimates, host.halfWidth())));
        double halfWidth = new Figures(hosts.stream().map(CountBound::halfWidth).toList()).quantile(0.5);
        List<Estimate> all =
                hosts.stream().flatMap(host -> host.estimates.stream()).toList();
        return text.append(row("**all**", all, halfWidth)).toString();
    }

    private static String row(String name, List<Estimate> estimates, double halfWidth) {
        Figures sizes = figures(estimates, estimate -> Math.abs(estimate.error));
        Figures harm = figures(estimates, estimate -> Math.max(0, estimate.excess));
        return String.format(
                Locale.ROOT,
                "| %s | %.1f / %.1f | %.1f | %+.1f | %.1f | %.2f / %.2f | %d |%n",
                name,
                sizes.quantile(0.5),
                sizes.quantile(0.9),
                sizes.quantile(0.95),
                figures(estimates, Estimate::error).quantile(0.5),
                halfWidth,
                harm.quantile(0.5),
                harm.quantile(0.9),
                estimates.size());
    }

    private static Figures figures(List<Estimate> estimates, ToDoubleFunction<Estimate> figure) {
        return new Figures(estimates.stream().mapToDouble(figure).boxed().toList());
    }
}
