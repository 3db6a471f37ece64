package dev.redliner.controller.search;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the search is tuned by. The defaults were found on the reference simulator (docs/search.md).
 *
 * @param budget when it must be done, from its first second
 * @param coldBudget the same for a search that begins from nothing
 * @param thinBudget the same while few requests were seen and the interval is wide for it
 * @param baselineSeconds how long to learn what is normal
 * @param largestStep largest step up, as a ratio
 * @param fartherStep the same well above the normal load, where the redline may be: overshoot is what it is too long
 * @param smallestStep smallest step up in the ramp, as a ratio
 * @param risk quantile of the predicted redline that a step of the ramp may reach
 * @param rampSeconds shortest and longest look at a load in the ramp; the longest near the redline
 * @param refineSeconds shortest and longest look while refining
 * @param confirmSeconds the last look
 * @param probe quantile of the redline's posterior to probe while refining: below the median, so that most of the
 *     samples are taken on the safe side
 * @param halfWidth relative half-width of the 95% interval at which the redline is known well enough
 * @param widest relative half-width above which there is no result worth the name
 * @param known what is known before it begins
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
        double widest,
        Background known) {

    /** From and to, both inclusive. */
    public record Range(int from, int to) {}

    /**
     * Quantiles to probe.
     *
     * @param wide while the interval is wide
     * @param usual later
     * @param steep if the knee is steep: a little too much then hurts a lot
     */
    public record Probe(double wide, double usual, double steep) {}

    /** Half-width above which more time is worth it, where few requests were seen: twice what is wanted. */
    double thinAbove() {
        return 2 * halfWidth;
    }

    /** The part of its time that a search needs if it need not climb into the unknown. */
    private static final int WARM_PERCENT = 62;
    /** The time that a last look takes, with the settling before it. */
    private static final Duration LAST_LOOK = Duration.ofSeconds(45);
    /** However short the time is, no step is larger, and none risks more. */
    private static final double LARGEST_STEP = 1.25;

    private static final double RISKIEST = 0.35;

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
            0.20,
            Background.NONE);

    /**
     * Least harm: smaller steps, probes further below, and the time that this takes.
     */
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
            0.20,
            Background.NONE);

    /** Least time: content with a wider interval. */
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
            0.20,
            Background.NONE);

    private static final Map<String, SearchSettings> BY_NAME = byName();

    /** The names of the profiles, the usual one first. */
    public static final List<String> PROFILES = List.copyOf(BY_NAME.keySet());

    private static Map<String, SearchSettings> byName() {
        var settings = new LinkedHashMap<String, SearchSettings>();
        settings.put("default", DEFAULT);
        settings.put("gentle", GENTLE);
        settings.put("quick", QUICK);
        return settings;
    }

    /**
     * The same with less time: shorter looks in proportion, never shorter than a queue needs to fill, and a ramp of
     * larger steps that risks more, or it would not arrive at the redline.
     */
    public SearchSettings within(Duration time) {
        double part = Math.min(1, time.toMillis() / (double) coldBudget.toMillis());
        return new SearchSettings(
                shorter(time, budget),
                shorter(time, coldBudget),
                longer(shorter(time, coldBudget), time.minus(LAST_LOOK)),
                Math.max(8, (int) Math.round(baselineSeconds * part)),
                larger(largestStep, part),
                larger(fartherStep, part),
                larger(smallestStep, part),
                Math.min(RISKIEST, risk / Math.cbrt(part)),
                new Range(rampSeconds.from(), Math.max(5, (int) Math.round(rampSeconds.to() * Math.sqrt(part)))),
                Math.max(12, (int) Math.round(longestNear * part)),
                new Range(Math.max(8, (int) Math.round(refineSeconds.from() * part)), Math.max(12, (int)
                        Math.round(refineSeconds.to() * part))),
                Math.max(15, (int) Math.round(confirmSeconds * part)),
                probe,
                halfWidth,
                widest,
                known);
    }

    /** Begins from a redline that was measured before, and takes less time: what it need not climb to find. */
    public SearchSettings knowing(Prior prior) {
        Duration shorter = budget.multipliedBy(WARM_PERCENT).dividedBy(100);
        return with(new Background(prior, known.poolRps()), shorter);
    }

    /** What was known turned out wrong: begins from nothing after all, and has the time for it. */
    SearchSettings forgetting() {
        return with(new Background(null, known.poolRps()), coldBudget);
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

    /** Knows how noisy the traffic is: the pool's load in each of the seconds before. */
    public SearchSettings knowing(List<Double> poolRps) {
        return with(new Background(known.prior(), poolRps), budget);
    }

    private SearchSettings with(Background background, Duration time) {
        return new SearchSettings(
                time,
                coldBudget,
                thinBudget,
                baselineSeconds,
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
                widest,
                background);
    }

    /** The settings of a profile by its name. */
    public static Optional<SearchSettings> profile(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }
}
