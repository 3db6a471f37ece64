package dev.redliner.search.estimate;

import dev.redliner.search.Background;
import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Redline;
import dev.redliner.search.twin.Twin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The redline of all rules together: the lowest of their redlines. The probability that it lies above a load is the
 * product of the rules' probabilities.
 */
public final class RedlinePosterior {
    /**
     * The estimate is below the median, because unseen events such as rare bursts can only lower a redline
     * (docs/search.md).
     */
    static final double ESTIMATE_QUANTILE = 0.31;

    /** The same with a twin. Its latencies are of the whole run, so less is unseen. */
    private static final double ESTIMATE_QUANTILE_WITH_TWIN = 0.40;

    /** The ends of a 95% interval. */
    private static final double LOW_END = 0.025;

    private static final double HIGH_END = 0.975;
    /** One second in a hundred is busier than this quantile. */
    private static final double BUSIEST = 0.99;
    /** The certainty that a run's own evidence needs if an earlier run contributed to the result. */
    private static final double SURE = 0.9;
    /** The run's own evidence must exclude a redline below this part of the estimate. */
    private static final double OWN_LOW = 0.9;
    /** For an upper bound of its own, the run must also exclude a redline above this multiple of the estimate. */
    private static final double OWN_HIGH = 1.2;
    /** The steepness to assume before any evidence. */
    private static final double USUAL_STEEPNESS = 15;
    /** With fewer seconds from before the run, the noise of the traffic is taken from the run itself. */
    private static final int ENOUGH_HISTORY = 120;
    /** The grid of the ramp begins at this part of the normal load. */
    private static final double BELOW_BASELINE = 0.6;
    /** Grid points during the ramp. */
    private static final int RAMP_POINTS = 120;

    /**
     * Beyond this multiple of the highest load that can be brought, no probe distinguishes one redline from another.
     */
    private static final double END = 1.15;
    /** With more than this probability beyond {@link #END}, the redline has no upper bound. */
    private static final double OPEN_ABOVE = 0.05;
    /** Up to this multiple of the highest observed load, a probe is evidence about the redline. */
    private static final double TOLD = 1.3;
    /** With more than this probability outside the range of the grid, the grid is rebuilt. */
    private static final double AT_EDGE = 0.01;
    /** The fine grid leaves out this probability at each end, and extends a little beyond the rest. */
    private static final double OUTSIDE = 0.0005;

    private static final double BELOW_OUTSIDE = 0.85;
    private static final double ABOVE_OUTSIDE = 1.10;
    /** The fine grid begins at this part of the highest observed load, or lower. */
    private static final double BELOW_TOP = 0.75;
    /** A grid is rebuilt for probes that are evidence about loads beyond this multiple of its end. */
    private static final double FARTHER = 1.02;

    private final LoadGrid grid;
    private final double[] x;
    private final List<TailPosterior> tails;
    private final List<ProbeResult> probes;
    private final boolean ramping;
    private final double[] below;
    private final double[] belowByEvidence;
    private final RedlineDistribution limits;
    private final double steepness;
    private final Map<Criterion, Double> steepnesses;
    private final Background background;
    private final @Nullable Twin twin;

    private RedlinePosterior(
            LoadGrid grid,
            List<TailPosterior> tails,
            List<ProbeResult> probes,
            boolean ramping,
            Background background,
            @Nullable Twin twin,
            Map<Criterion, Double> steepnessBefore) {
        this.grid = grid;
        this.x = grid.lnLoads();
        this.background = background;
        this.twin = twin;
        this.tails = List.copyOf(tails);
        this.probes = List.copyOf(probes);
        this.ramping = ramping;
        this.limits = new RedlineDistribution(grid);
        this.steepnesses = new LinkedHashMap<>();
        double steepest = 0;
        for (TailPosterior tail : tails) {
            Criterion criterion = tail.criterion();
            double before = steepnessBefore.getOrDefault(criterion, USUAL_STEEPNESS);
            var weights = tail.weights(Dispersion.forPosterior(criterion, probes, ramping, before));
            // the dispersion follows from the steepness and the steepness from it: half a step keeps both from
            // swinging.
            // During the ramp, half a step makes the errors of large hosts larger (docs/decisions/0049)
            steepnesses.put(criterion, ramping ? weights.steepness() : Math.sqrt(before * weights.steepness()));
            limits.add(
                    criterion,
                    twin != null && twin.criterion().countsAs(criterion)
                            ? twin.weigh(weights.redlines(), x)
                            : weights.redlines());
            if (criterion.latency()) {
                steepest = Math.max(steepest, weights.steepness());
            }
        }
        for (String key : gaugeKeys(probes)) {
            GaugeBound.of(key, probes).ifPresent(limits::add);
        }
        ProbeResult.brokenByVerdicts(probes)
                .forEach(rule -> GaugeBound.ofVerdicts(rule, probes).ifPresent(limits::add));
        this.steepness = steepest;
        this.belowByEvidence = limits.below();
        CpuBound.of(probes).ifPresent(cpu -> cpu.lower(x, belowByEvidence));
        this.below = new LoadPrior(probes.get(0).load(), background.prior()).appliedTo(belowByEvidence, x);
    }

    /** A coarse grid for the ramp, from below the normal load to above the highest one. */
    public static RedlinePosterior upTo(double highest, List<ProbeResult> probes, Background background) {
        double top = probes.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        return over(
                BELOW_BASELINE * probes.get(0).load(),
                Math.max(highest, top) * END,
                RAMP_POINTS,
                probes,
                true,
                background,
                null);
    }

    private static RedlinePosterior over(
            double low,
            double high,
            int points,
            List<ProbeResult> probes,
            boolean ramping,
            Background background,
            @Nullable Twin twin) {
        LoadGrid grid = LoadGrid.over(low, high, points);
        double top = probes.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        List<Double> pool = pool(probes, background);
        double chance = Math.sqrt(Arrivals.dispersion(probes) / top);
        var tails = ProbeResult.criteria(probes).stream()
                .map(c -> TailPosterior.over(
                        c,
                        grid,
                        probes,
                        Fluctuation.of(pool, CarriedLoad.part(c)),
                        chance * Math.hypot(1 - CarriedLoad.part(c), CarriedLoad.part(c) / Math.sqrt(2))))
                .toList();
        return new RedlinePosterior(grid, tails, probes, ramping, background, twin, Map.of());
    }

    /**
     * The pool's load by second. The load that can be brought is a fixed part of it, so it has the pool's noise too.
     */
    private static List<Double> pool(List<ProbeResult> probes, Background background) {
        if (background.poolRps().size() >= ENOUGH_HISTORY) {
            return background.poolRps();
        }
        return probes.stream()
                .flatMap(v -> v.seconds().stream())
                .map(CountInterval::available)
                .toList();
    }

    /** This posterior with one more probe. */
    public RedlinePosterior with(ProbeResult probe) {
        var more = new ArrayList<>(probes);
        more.add(probe);
        return new RedlinePosterior(
                grid, tails.stream().map(t -> t.with(probe)).toList(), more, ramping, background, twin, steepnesses);
    }

    /** This posterior with what a twin of the SUT predicts, in place of an earlier twin. */
    public RedlinePosterior with(@Nullable Twin other) {
        return new RedlinePosterior(grid, tails, probes, ramping, background, other, steepnesses);
    }

    /** A finer grid around the knee, once the ramp is over. */
    public RedlinePosterior around(double highestLoad) {
        double top = probes.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        double low = Math.min(quantile(OUTSIDE) * BELOW_OUTSIDE, BELOW_TOP * top);
        // after traffic has dropped, the highest load can be below loads that were already visited. The grid must still
        // cover those
        double high =
                Math.max(top, Math.min(highestLoad * END, Math.max(quantile(1 - OUTSIDE) * ABOVE_OUTSIDE, TOLD * top)));
        return over(low, high, LoadGrid.fine(low, high), probes, false, background, twin);
    }

    /**
     * This posterior while its grid covers the redline. Otherwise one on a new grid, because probes went higher or
     * because the redline lies lower.
     */
    public RedlinePosterior within(double highestLoad) {
        if (ramping) {
            return this;
        }
        double top = probes.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
        boolean farther = TOLD * top > FARTHER * grid.endLoad() && above(grid.endLoad()) > AT_EDGE;
        return farther || below[1] > AT_EDGE ? around(highestLoad) : this;
    }

    /** The probability that the redline lies above a load. */
    double above(double load) {
        return 1 - grid.below(load, below);
    }

    /**
     * Whether the redline cannot be measured because it lies above all the load that can be brought, and above all the load
     * of the run so far. Either the estimate lies there, or nothing bounds the redline from above.
     */
    public boolean beyond(double highestLoad) {
        // the traffic may have fallen since the SUT received its highest load
        double highest = probes.stream()
                .mapToDouble(probe -> Math.min(probe.asked(), probe.load()))
                .reduce(highestLoad, Math::max);
        return estimate() > highest || above(END * highest) > OPEN_ABOVE;
    }

    /** The load below which the redline lies with this probability. */
    public double quantile(double probability) {
        return LoadGrid.quantile(x, below, probability);
    }

    /** The load to report as the redline, requests per second. */
    public double estimate() {
        return quantile(twin == null ? ESTIMATE_QUANTILE : ESTIMATE_QUANTILE_WITH_TWIN);
    }

    /** Half the 95% interval's width, as a fraction of the redline. */
    public double halfWidth() {
        return Redline.halfWidth(quantile(LOW_END), quantile(HIGH_END));
    }

    /**
     * Whether this run, without the result of an earlier one, shows that the redline is not much lower than the
     * estimate. The upper bound may come from an earlier run: there is no need to overload the host again to learn it.
     * Always true without an earlier result.
     *
     * @param estimate requests per second
     */
    public boolean measured(double estimate) {
        return background.prior() == null || LoadGrid.quantile(x, belowByEvidence, 1 - SURE) >= OWN_LOW * estimate;
    }

    /**
     * Whether this run by itself shows that the redline is not much higher than the estimate in requests per second.
     */
    public boolean boundedAbove(double estimate) {
        return background.prior() == null
                || (belowByEvidence[x.length - 1] >= SURE
                        && LoadGrid.quantile(x, belowByEvidence, SURE) <= OWN_HIGH * estimate);
    }

    /** The load of the busiest seconds as a multiple of the mean: one second in a hundred is busier. */
    public double busiest() {
        return Fluctuation.of(pool(probes, background), 0).quantile(BUSIEST);
    }

    /** Exponent of the knee: one percent more load makes the tail this many percent worse. */
    public double steepness() {
        return steepness;
    }

    /** The rule with the lowest redline; null while no rule has evidence about load. */
    @Nullable
    public String limitingRule() {
        return limits.limitingRule();
    }

    /** The hosts with evidence of their own; empty if the SUT is one host. */
    public Set<String> hosts() {
        return probes.get(0).byHost().keySet();
    }

    /** The redline of one host alone, from the evidence of this run. */
    public RedlineOfHost of(String host) {
        return limits.of(host, probes);
    }

    private static Set<String> gaugeKeys(List<ProbeResult> probes) {
        var keys = new LinkedHashSet<String>();
        probes.forEach(v -> keys.addAll(v.gauges().keySet()));
        return keys;
    }
}
