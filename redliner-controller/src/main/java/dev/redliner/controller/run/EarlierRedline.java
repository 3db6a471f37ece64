package dev.redliner.controller.run;

import dev.redliner.search.Prior;
import dev.redliner.search.Redline;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The measurement of an earlier run of the same service.
 *
 * @param run the id of the run
 * @param at when the run ended
 * @param rps its redline, requests per second
 * @param low lower end of the 95% interval
 * @param high upper end of the 95% interval
 * @param identity the identity of the SUT at that time; empty if it is unknown
 */
public record EarlierRedline(
        String run, Instant at, double rps, double low, double high, Map<String, Double> identity) {
    public EarlierRedline {
        if (!(0 < low && low <= rps && rps <= high && Double.isFinite(high))) {
            throw new IllegalArgumentException("redline " + rps + " in " + low + " to " + high + " of run " + run);
        }
        identity = Map.copyOf(identity);
    }

    /**
     * The prior for the search.
     *
     * @param changes number of times that the SUT was restarted or redeployed since
     */
    Prior prior(int changes, Instant now) {
        return Prior.measured(new Redline(rps, low, high, low, null, false), age(now), changes);
    }

    /** The age in words, such as {@code 2 days old}. */
    String ageInWords(Instant now) {
        Duration age = age(now);
        if (age.toHours() >= 48) {
            return age.toDays() + " days old";
        }
        return age.toMinutes() >= 120 ? age.toHours() + " hours old" : age.toMinutes() + " minutes old";
    }

    private Duration age(Instant now) {
        return at.isBefore(now) ? Duration.between(at, now) : Duration.ZERO;
    }
}
