package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Redline;
import dev.redliner.search.Search;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A search with the stages baseline, ramp, refine and confirm.
 *
 * <p>Each step of the ramp is bounded by predictions from the evidence so far: a low quantile of the redline's
 * posterior, the latency curve, and the CPU. Refinement probes below the posterior's median, so that most requests are
 * served on the safe side. The search leaves a load that proves too high at once, and stays at a known-good load until
 * the host has recovered.
 */
public final class GuidedSearch implements Search {
    /** Never changed once it is in a search. */
    private final SearchDraft draft;

    private GuidedSearch(SearchDraft draft) {
        this.draft = draft;
    }

    /**
     * A new search.
     *
     * @param normalLoad the SUT's load at the baseline, requests per second
     * @param highestLoad the highest load that can be brought, requests per second
     */
    public static GuidedSearch from(double normalLoad, double highestLoad, SearchSettings settings) {
        var draft = new SearchDraft(settings, highestLoad);
        draft.baseline(normalLoad);
        return new GuidedSearch(draft);
    }

    @Override
    public Plan plan() {
        return draft.plan;
    }

    /** The finished probes. */
    ProbeHistory probes() {
        return draft.probes;
    }

    @Override
    public GuidedSearch observe(CountInterval second) {
        return changed(next -> next.see(second));
    }

    @Override
    public GuidedSearch breached(String rule, @Nullable CountInterval since) {
        return changed(next -> next.breach(rule, since));
    }

    /**
     * Adds a second of evidence like {@link #observe}, but keeps the plan. This is for evidence of a load that was left
     * at another time, as in a recorded run.
     */
    public GuidedSearch holding(CountInterval second) {
        return changed(next -> next.take(second));
    }

    /** This search after a change, or the same search if it has ended. */
    private GuidedSearch changed(Consumer<SearchDraft> change) {
        if (draft.running == null) {
            return this;
        }
        var next = new SearchDraft(draft);
        change.accept(next);
        return new GuidedSearch(next);
    }

    /**
     * Goes on with a load that the search did not choose, such as that of a recorded run. A probe in progress counts if
     * it is long enough to be evidence, and the baseline always does. A search that has ended is continued.
     */
    public GuidedSearch instead(Stage stage, double load, String why) {
        var next = new SearchDraft(draft);
        Probe left = draft.running;
        if (left != null && !left.seen().isEmpty() && left.plan().stage() != Stage.HEAL) {
            boolean baseline = left.plan().stage() == Stage.BASELINE;
            (baseline ? left.cutOff(Outcome.OPEN, "") : left.unfinished(draft.probes)).ifPresent(next::add);
        }
        if (stage != Stage.RAMP && stage != Stage.HEAL) {
            next.stopRamping();
        }
        next.probe(stage, load, why);
        return new GuidedSearch(next);
    }

    @Override
    public Optional<Redline> estimate() {
        return Optional.ofNullable(draft.posterior)
                .filter(p -> draft.probes.all().size() > 2 && p.limitingRule() != null && Conclusion.measured(p))
                .map(Conclusion::redline);
    }

    @Override
    public Plan endedNow(String why, @Nullable CountInterval rest) {
        if (draft.running == null) {
            return draft.plan;
        }
        var next = new SearchDraft(draft);
        next.endNow(why, rest);
        return next.plan;
    }
}
