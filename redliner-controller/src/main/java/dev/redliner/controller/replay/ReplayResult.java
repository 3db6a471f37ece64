package dev.redliner.controller.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules over a recorded run.
 *
 * @param seconds length of the run, as far as verdicts were recorded
 * @param verdicts evaluations
 * @param rules each rule, in the order of the service file
 * @param replayed the consequences of these rules
 * @param recorded the consequences of the rules that the run had
 * @param differs the first second in which the consequences differ; null if there is none. From then on, the run would
 *     have had another load
 */
public record ReplayResult(
        int seconds,
        int verdicts,
        List<ReplayedRule> rules,
        Consequences replayed,
        Consequences recorded,
        @Nullable Integer differs) {
    public ReplayResult {
        rules = List.copyOf(rules);
    }

    /**
     * The first consequences of a set of rules.
     *
     * @param backsOff the first moment at which a failing rule takes the load back; null if there is none
     * @param stops the first moment at which a failing rule ends the run; null if there is none
     */
    public record Consequences(@Nullable ReplayMoment backsOff, @Nullable ReplayMoment stops) {}
}
