package dev.redliner.controller.search;

import java.time.Duration;

/**
 * What the search is tuned by. The defaults were found on the reference simulator (docs/search.md).
 *
 * @param budget when it must be done, from its first second
 * @param baselineSeconds how long to learn what is normal
 * @param largestStep largest step up, as a ratio
 * @param smallestStep smallest step up in the ramp, as a ratio
 * @param risk quantile of the predicted redline that a step of the ramp may reach
 * @param rampSeconds shortest and longest look at a load in the ramp; the longest near the redline
 * @param refineSeconds shortest and longest look while refining
 * @param confirmSeconds the last look
 * @param probe quantile of the redline's posterior to probe while refining: below the median, so that most of the
 *     samples are taken on the safe side
 * @param halfWidth relative half-width of the 95% interval at which the redline is known well enough
 * @param widest relative half-width above which there is no result worth the name
 */
public record SearchSettings(
        Duration budget,
        int baselineSeconds,
        double largestStep,
        double smallestStep,
        double risk,
        Range rampSeconds,
        int longestNear,
        Range refineSeconds,
        int confirmSeconds,
        Probe probe,
        double halfWidth,
        double widest) {

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

    public static final SearchSettings DEFAULT = new SearchSettings(
            Duration.ofSeconds(420),
            15,
            1.15,
            1.025,
            0.15,
            new Range(4, 9),
            25,
            new Range(15, 30),
            45,
            new Probe(0.42, 0.33, 0.22),
            0.04,
            0.20);

    /**
     * The same with less time: shorter looks in proportion, never shorter than a queue needs to fill, and a ramp that
     * risks more, since what it spends is missing where the redline is narrowed down.
     */
    public SearchSettings within(Duration time) {
        double part = Math.min(1, time.toMillis() / (double) DEFAULT.budget.toMillis());
        return new SearchSettings(
                time.compareTo(budget) < 0 ? time : budget,
                Math.max(8, (int) Math.round(baselineSeconds * part)),
                largestStep,
                smallestStep,
                Math.min(0.35, risk / Math.sqrt(part)),
                new Range(rampSeconds.from(), Math.max(5, (int) Math.round(rampSeconds.to() * Math.sqrt(part)))),
                Math.max(12, (int) Math.round(longestNear * part)),
                new Range(Math.max(8, (int) Math.round(refineSeconds.from() * part)), Math.max(12, (int)
                        Math.round(refineSeconds.to() * part))),
                Math.max(15, (int) Math.round(confirmSeconds * part)),
                probe,
                halfWidth,
                widest);
    }
}
