package dev.redliner.search;

import dev.redliner.search.estimate.Redline;
import dev.redliner.search.estimate.RedlinePosterior;
import dev.redliner.search.evidence.CountInterval;
import java.util.Optional;
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
    final SearchSettings settings;
    final Available available;
    final ElapsedTime elapsed;
    final Plan plan;
    final @Nullable Probe running;
    final ProbeHistory probes;
    final @Nullable RedlinePosterior posterior;
    final boolean ramping;
    final double confirmed;

    private GuidedSearch(SearchDraft draft) {
        this.settings = draft.settings;
        this.available = draft.available;
        this.elapsed = draft.elapsed;
        this.plan = draft.plan;
        this.running = draft.running;
        this.probes = draft.probes;
        this.posterior = draft.posterior;
        this.ramping = draft.ramping;
        this.confirmed = draft.confirmed;
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
        return plan;
    }

    @Override
    public Search observe(CountInterval second) {
        if (running == null) {
            return this;
        }
        var draft = new SearchDraft(this);
        draft.see(second);
        return new GuidedSearch(draft);
    }

    @Override
    public Search breached(String rule, @Nullable CountInterval since) {
        if (running == null) {
            return this;
        }
        var draft = new SearchDraft(this);
        draft.breach(rule, since);
        return new GuidedSearch(draft);
    }

    @Override
    public Optional<Redline> estimate() {
        return Optional.ofNullable(posterior)
                .filter(p -> probes.all().size() > 2 && p.limitingRule() != null && Conclusion.measured(p))
                .map(Conclusion::redline);
    }

    @Override
    public Plan endedNow(String why, @Nullable CountInterval rest) {
        if (running == null) {
            return plan;
        }
        var draft = new SearchDraft(this);
        draft.endNow(why, rest);
        return draft.plan;
    }
}
