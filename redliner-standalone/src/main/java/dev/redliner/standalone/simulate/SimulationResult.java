package dev.redliner.standalone.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What came of a rehearsal; rates in requests per second. Whatever was not measured is null and never a number.
 *
 * @param scenario the host's name
 * @param est the redline
 * @param low lower end of its 95% interval
 * @param high upper end; null as well if all the load allowed passed
 * @param safe the load that holds with 90% certainty
 * @param status {@code ok}, {@code at_least}, {@code inconclusive}, {@code aborted}, {@code refused}, {@code deadline},
 *     {@code no_traffic} or {@code host_failed}
 * @param limitingRule the rule that gives out first; null if none did
 * @param timeS virtual seconds until the traffic was back
 * @param changes how often the share was changed
 * @param reason why it ended
 * @param excessHarm bad requests beyond the host's normal, of those it served
 * @param restored whether the traffic was seen to be back; null if it was never moved
 * @param steps each asked share
 * @param score what an outside host says to the finding; null if it says nothing
 */
public record SimulationResult(
        String scenario,
        @Nullable Double est,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double safe,
        String status,
        @Nullable String limitingRule,
        int timeS,
        int changes,
        String reason,
        double excessHarm,
        @Nullable Boolean restored,
        List<StepResult> steps,
        @Nullable JsonNode score) {
    public SimulationResult {
        steps = List.copyOf(steps);
    }

    /**
     * One asked share.
     *
     * @param number from 1
     * @param stage what it was for
     * @param from when, virtual seconds
     * @param to until when; null if it did not end
     * @param load what it was meant to bring
     * @param seen what it brought; null if nothing was seen of it
     * @param share of the pool's traffic
     * @param why why this load
     * @param ended why it ended; null if it did not
     */
    public record StepResult(
            int number,
            String stage,
            double from,
            @Nullable Double to,
            double load,
            @Nullable Double seen,
            double share,
            String why,
            @Nullable String ended) {}

    static SimulationResult nothing(String scenario, String status, String reason) {
        return new SimulationResult(
                scenario, null, null, null, null, status, null, 0, 0, reason, 0, null, List.of(), null);
    }

    /** What another search found, of which no more is known. */
    public static SimulationResult told(
            String scenario,
            @Nullable Double est,
            @Nullable Double low,
            @Nullable Double high,
            String status,
            int timeS,
            int changes) {
        return new SimulationResult(
                scenario, est, low, high, null, status, null, timeS, changes, "", 0, null, List.of(), null);
    }

    SimulationResult scored(@Nullable JsonNode said) {
        return new SimulationResult(
                scenario,
                est,
                low,
                high,
                safe,
                status,
                limitingRule,
                timeS,
                changes,
                reason,
                excessHarm,
                restored,
                steps,
                said);
    }

    /** For the shell. */
    int exitCode() {
        return switch (status) {
            case "ok", "at_least" -> 0;
            case "aborted" -> 1;
            case "host_failed" -> 2;
            case "refused" -> 4;
            default -> 3;
        };
    }
}
