package dev.redliner.controller.schedule;

import dev.redliner.search.Prior;
import dev.redliner.search.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The newest redline of a service.
 *
 * @param run the run that measured it
 * @param at when that run ended
 * @param deploys the deploys that were announced since the run began
 */
record LastResult(String run, Instant at, Redline redline, int deploys) {
    private static final double PERCENT = 100;

    /**
     * Why another run would show little: the redline has probably changed by less than it is uncertain. Both are standard
     * deviations, as the search has them when it begins from an earlier result. Empty if a run is needed. A redline of
     * which only the least is known leaves a run needed, and so does a wide interval.
     */
    Optional<String> stillKnown(Instant now) {
        double change = Prior.change(Duration.between(at, now), deploys);
        double uncertainty = Prior.uncertainty(redline);
        boolean wide = redline.atLeast() || Redline.isWide(redline.low(), redline.high());
        return wide || change > uncertainty
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "No run is needed: since %s, %s ago%s, the redline has changed by some %.1f%%, and it is known"
                                + " to %.1f%%.",
                        run,
                        age(Duration.between(at, now)),
                        deploys == 0 ? "" : " and " + deploys + (deploys == 1 ? " deploy" : " deploys"),
                        PERCENT * change,
                        PERCENT * uncertainty));
    }

    private static String age(Duration age) {
        return age.toDays() > 1 ? age.toDays() + " days" : Math.max(0, age.toHours()) + " h";
    }
}
