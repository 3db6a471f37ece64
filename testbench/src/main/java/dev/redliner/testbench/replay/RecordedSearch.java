package dev.redliner.testbench.replay;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search of a run: all evidence that it received, and the loads that it asked for.
 *
 * @param run id of the run
 * @param service name of the service
 * @param state state of the run after its end
 * @param result the redline that the run reported; null if it has none
 * @param truth the redline as it was found otherwise, requests per second at one host; null if it is not known
 * @param normalLoad load of the SUT at the baseline, requests per second at one host
 * @param highestLoad the highest load that could be brought, requests per second at one host
 * @param settings settings of the search, with the knowledge from before it
 * @param calls all calls of the search, in order
 */
public record RecordedSearch(
        String run,
        String service,
        String state,
        @Nullable Interval result,
        @Nullable Double truth,
        double normalLoad,
        double highestLoad,
        SearchSettings settings,
        List<Call> calls) {

    public RecordedSearch {
        calls = List.copyOf(calls);
    }

    /** The same recording with a truth. */
    public RecordedSearch against(double rps) {
        return new RecordedSearch(run, service, state, result, rps, normalLoad, highestLoad, settings, calls);
    }

    /** Which method of a search was called. */
    public enum Method {
        OBSERVE,
        BREACHED,
        ENDED_NOW
    }

    /**
     * A call of a search.
     *
     * @param text the rule of {@link Method#BREACHED}, or the reason of {@link Method#ENDED_NOW}; null otherwise
     * @param evidence the evidence that was passed; null if there was none
     * @param next the probe that the search planned then; null if it kept its plan, or ended
     * @param ended whether the search ended with this call
     */
    public record Call(
            Method method,
            @Nullable String text,
            @Nullable CountInterval evidence,
            Plan.@Nullable Probe next,
            boolean ended) {

        static Call of(
                Method method, @Nullable String text, @Nullable CountInterval evidence, Plan before, Plan after) {
            Plan.Probe next = after instanceof Plan.Probe probe && !after.equals(before) ? probe : null;
            return new Call(method, text, evidence, next, !(after instanceof Plan.Probe));
        }
    }

    /**
     * A redline, requests per second at one host.
     *
     * @param high upper end of the 95% interval; null if the redline is only a lower bound
     */
    public record Interval(double rps, double low, @Nullable Double high) {
        /** Whether the interval contains a redline. */
        public boolean contains(double truth) {
            return low <= truth && (high == null || truth <= high);
        }
    }
}
