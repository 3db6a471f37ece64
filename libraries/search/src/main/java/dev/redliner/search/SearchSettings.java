package dev.redliner.search;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tuning of the search. The defaults were found on the reference simulator (docs/search.md).
 *
 * @param budget time limit, from the first second of the search
 * @param coldBudget time limit of a cold search
 * @param thinBudget time limit while the interval is wide because few requests were observed
 * @param baselineSeconds time to measure normal behaviour
 * @param largestStep largest step up, as a ratio
 * @param fartherStep largest step up well above the normal load, where the redline may be. There, a step that is too
 *     long overshoots by its excess
 * @param smallestStep smallest step up in the ramp, as a ratio
 * @param risk quantile of the predicted redline that a step of the ramp may reach
 * @param rampSeconds shortest and longest probe in the ramp
 * @param longestNear longest probe in the ramp near the redline
 * @param refineSeconds shortest and longest probe while refining
 * @param confirmSeconds the last probe
 * @param probe quantile of the redline's posterior to probe while refining: below the median, so that most of the
 *     samples are taken on the safe side
 * @param halfWidth relative half-width of the 95% interval at which the redline is precise enough
 * @param known knowledge from before the search
 */
public record SearchSettings(
        Duration budget,
        Duration coldBudget,
        Duration thinBudget,
        int baselineSeconds,
        double largestStep,
        double fartherStep,
        double smallestStep,
        double risk,
        Range rampSeconds,
        int longestNear,
        Range refineSeconds,
        int confirmSeconds,
        Probe probe,
        double halfWidth,
        Background known) {

    /** Half-width of the interval, as a fraction, above which there is no result unless few requests were seen. */
    public static final double WIDEST = 0.20;

    /** With fewer requests at one host, counts alone cannot be expected to reach {@link #WIDEST}: {@link Precision}. */
    public static final int TOO_FEW_TO_COUNT = 20_000;

    /**
     * {@link #WIDEST} if fewer than {@link #TOO_FEW_TO_COUNT} were seen: the high end is twice the low end
     * (docs/decisions/0051).
     */
    private static final double WIDEST_OF_FEW = Math.log(2) / 2;

    /** With this many requests at one host, a search takes no extra time to make the interval of a result narrower. */
    public static final int FEW_REQUESTS = 60_000;

    /** A range whose ends are both inclusive. */
    public record Range(int from, int to) {}

    /**
     * Quantiles to probe.
     *
     * @param wide while the interval is wide
     * @param usual later
     * @param steep if the knee is steep, where a slightly excessive load does great harm
     */
    public record Probe(double wide, double usual, double steep) {}

    /**
     * Half-width of the interval, as a fraction, above which there is no result.
     *
     * @param requests number of requests that the search saw at one host
     */
    public static double widest(double requests) {
        return requests < TOO_FEW_TO_COUNT ? WIDEST_OF_FEW : WIDEST;
    }

    /** Half-width above which more time is worthwhile if few requests were observed: twice the wanted half-width. */
    public double thinAbove() {
        return 2 * halfWidth;
    }

    /**
     * The part of its time that a warm search needs, in percent, because it need not climb through unexplored loads.
     */
    private static final int WARM_PERCENT = 62;
    /** The time that a last probe takes, including the settling before it. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(45);
    /** Limits for short searches: no step is larger, and none has a higher risk. */
    private static final double LARGEST_STEP = 1.25;

    private static final double RISKIEST = 0.35;
    /** Limits for short searches, in seconds: a queue needs this long to fill, and near the redline longer. */
    private static final int SHORTEST = 8;

    private static final int SHORTEST_IN_RAMP = 5;
    private static final int SHORTEST_NEAR = 12;
    private static final int SHORTEST_CONFIRM = 15;

    public static final SearchSettings DEFAULT = new SearchSettings(
            Duration.ofSeconds(418),
            Duration.ofSeconds(418),
            Duration.ofSeconds(418),
            15,
            1.15,
            1.055,
            1.035,
            0.11,
            new Range(4, 9),
            25,
            new Range(15, 30),
            45,
            new Probe(0.36, 0.29, 0.20),
            0.045,
            Background.NONE);

    /** Least harm: smaller steps, lower probes, and the time that these need. */
    public static final SearchSettings GENTLE = new SearchSettings(
            Duration.ofSeconds(600),
            Duration.ofSeconds(600),
            Duration.ofSeconds(600),
            15,
            1.10,
            1.04,
            1.02,
            0.10,
            new Range(4, 9),
            25,
            new Range(15, 30),
            45,
            new Probe(0.33, 0.25, 0.15),
            0.04,
            Background.NONE);

    /** Least time, at the price of a wider interval. */
    public static final SearchSettings QUICK = new SearchSettings(
            Duration.ofSeconds(240),
            Duration.ofSeconds(240),
            Duration.ofSeconds(240),
            10,
            1.20,
            1.10,
            1.03,
            0.20,
            new Range(4, 7),
            15,
            new Range(10, 20),
            20,
            new Probe(0.42, 0.33, 0.22),
            0.08,
            Background.NONE);

    private static final Map<String, SearchSettings> BY_NAME = byName();

    /** The names of the profiles, the default one first. */
    public static final List<String> PROFILES = List.copyOf(BY_NAME.keySet());

    private static Map<String, SearchSettings> byName() {
        var settings = new LinkedHashMap<String, SearchSettings>();
        settings.put("default", DEFAULT);
        settings.put("gentle", GENTLE);
        settings.put("quick", QUICK);
        return settings;
    }

    /**
     * These settings with less time. Probes are shorter in proportion, but never shorter than a queue needs to fill. The
     * ramp has larger steps and a higher risk, because it would not arrive at the redline otherwise.
     */
    public SearchSettings within(Duration time) {
        double part = Math.min(1, time.toMillis() / (double) coldBudget.toMillis());
        return new SearchSettings(
                shorter(time, budget),
                shorter(time, coldBudget),
                longer(shorter(time, coldBudget), time.minus(LAST_LOOK)),
                Math.max(SHORTEST, (int) Math.round(baselineSeconds * part)),
                larger(largestStep, part),
                larger(fartherStep, part),
                larger(smallestStep, part),
                Math.min(RISKIEST, risk / Math.cbrt(part)),
                new Range(rampSeconds.from(), Math.max(SHORTEST_IN_RAMP, (int)
                        Math.round(rampSeconds.to() * Math.sqrt(part)))),
                Math.max(SHORTEST_NEAR, (int) Math.round(longestNear * part)),
                new Range(
                        Math.max(SHORTEST, (int) Math.round(refineSeconds.from() * part)),
                        Math.max(SHORTEST_NEAR, (int) Math.round(refineSeconds.to() * part))),
                Math.max(SHORTEST_CONFIRM, (int) Math.round(confirmSeconds * part)),
                probe,
                halfWidth,
                known);
    }

    /** These settings with a baseline of this length, unless it is longer already. */
    public SearchSettings withBaseline(Duration least) {
        return with(known, budget, Math.max(baselineSeconds, (int) Math.ceil(least.toMillis() / 1000.0)));
    }

    /**
     * These settings for a warm start from a redline that was measured before. They take less time, because the search
     * need not climb as far.
     */
    public SearchSettings knowing(Prior prior) {
        Duration shorter = budget.multipliedBy(WARM_PERCENT).dividedBy(100);
        return with(new Background(prior, known.poolRps()), shorter, baselineSeconds);
    }

    /** These settings after the prior turned out wrong: a cold start after all, with the time for it. */
    public SearchSettings forgetting() {
        return with(new Background(null, known.poolRps()), coldBudget, baselineSeconds);
    }

    private static double larger(double step, double part) {
        return Math.min(Math.max(step, LARGEST_STEP), 1 + (step - 1) / Math.cbrt(part));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** These settings with the pool's load in each of the preceding seconds, which shows how noisy the traffic is. */
    public SearchSettings knowing(List<Double> poolRps) {
        return with(new Background(known.prior(), poolRps), budget, baselineSeconds);
    }

    private SearchSettings with(Background background, Duration time, int baseline) {
        return new SearchSettings(
                time,
                coldBudget,
                thinBudget,
                baseline,
                largestStep,
                fartherStep,
                smallestStep,
                risk,
                rampSeconds,
                longestNear,
                refineSeconds,
                confirmSeconds,
                probe,
                halfWidth,
                background);
    }

    /**
     * Longest time of a search at a rate of requests: that of a usual search, and more until there is a result, and the
     * interval is no longer wide or the requests are no longer few.
     *
     * @param rps the redline, requests per second at one host
     * @param most longest time
     */
    public Duration longest(Precision precision, double rps, Duration most) {
        double narrow = Math.min(precision.secondsFor(rps, thinAbove()), FEW_REQUESTS / rps);
        double extra = Math.max(narrow, precision.secondsFor(rps, WIDEST));
        return longer(budget, extra < most.toSeconds() ? Duration.ofSeconds(Math.round(extra)) : most);
    }

    /** The settings of a profile by its name. */
    public static Optional<SearchSettings> profile(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
