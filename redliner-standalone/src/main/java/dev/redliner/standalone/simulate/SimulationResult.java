package dev.redliner.standalone.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of a rehearsal, with rates in requests per second. Values that were not measured are null and never a
 * number.
 *
 * @param scenario the host's name
 * @param est the redline
 * @param low lower end of its 95% interval
 * @param high upper end; null as well if all the load allowed passed
 * @param safe the load that holds with 90% certainty
 * @param status {@code ok}, {@code at_least}, {@code inconclusive}, {@code aborted}, {@code refused}, {@code deadline},
 *     {@code no_traffic} or {@code host_failed}
 * @param limitingRule the rule that fails first, or null if none did
 * @param timeS virtual seconds until the traffic was back
 * @param changes number of changes of the share
 * @param reason why the run ended
 * @param excessHarm bad requests beyond the host's normal, as a fraction of those it served
 * @param restored whether the traffic was seen to be back, or null if it was never moved
 * @param steps each requested share
 * @param score an outside host's answer to the finding, or null if there is none
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
     * One requested share.
     *
     * @param number from 1
     * @param stage the stage of the search
     * @param from begin, virtual seconds
     * @param to end, virtual seconds, or null if it did not end
     * @param load the intended load
     * @param seen the observed load, or null if none was observed
     * @param share of the pool's traffic
     * @param why the reason for this load
     * @param ended why it ended, or null if it did not
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

    /** The result of another search, which has these figures only. */
    public static SimulationResult of(
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

    /** The exit code for the shell. */
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
