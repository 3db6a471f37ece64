package dev.redliner.controller.search;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Baseline, ramp, refine, confirm. Each step of the ramp is bounded by what the evidence so far predicts: a low quantile
 * of the redline's posterior, the latency curve, the CPU. Refinement probes below the posterior's median, so that most
 * requests are served on the safe side; a load that proves too much is left at once for one that was good, until the
 * host is well again.
 */
public final class GuidedSearch implements Search {
    private static final double ESTIMATE_QUANTILE = 0.35;
    private static final double SAFE_QUANTILE = 0.10;
    /** Bursts that were not seen can only lower the redline: the interval is widened more below than above. */
    private static final double WIDER_BELOW = 0.975;

    private static final double WIDER_ABOVE = 1.005;

    final SearchSettings settings;
    final double highestLoad;
    final @Nullable Instant start;
    final @Nullable Instant now;
    final Plan plan;
    final @Nullable Look look;
    final List<Visit> visits;
    final @Nullable RedlinePosterior posterior;
    final boolean ramping;
    final double confirmed;
    final @Nullable Double normalMedian;

    private GuidedSearch(SearchDraft draft) {
        this.settings = draft.settings;
        this.highestLoad = draft.highestLoad;
        this.start = draft.start;
        this.now = draft.now;
        this.plan = draft.plan;
        this.look = draft.look;
        this.visits = List.copyOf(draft.visits);
        this.posterior = draft.posterior;
        this.ramping = draft.ramping;
        this.confirmed = draft.confirmed;
        this.normalMedian = draft.normalMedian;
    }

    /**
     * A new search.
     *
     * @param normalLoad the SUT's load at the baseline, requests per second
     * @param highestLoad what can be brought at most, requests per second
     */
    public static GuidedSearch from(double normalLoad, double highestLoad, SearchSettings settings) {
        var draft = new SearchDraft(settings, highestLoad);
        draft.visit(Stage.BASELINE, normalLoad, "learn what is normal");
        return new GuidedSearch(draft);
    }

    @Override
    public Plan plan() {
        return plan;
    }

    @Override
    public Search saw(Second second) {
        if (look == null) {
            return this;
        }
        var draft = new SearchDraft(this);
        draft.see(second);
        return new GuidedSearch(draft);
    }

    @Override
    public Search breached(String rule, @Nullable Second since) {
        if (look == null) {
            return this;
        }
        var draft = new SearchDraft(this);
        draft.breach(rule, since);
        return new GuidedSearch(draft);
    }

    @Override
    public Optional<Redline> estimate() {
        boolean begun = settings.known().prior() != null;
        return Optional.ofNullable(posterior)
                .filter(p -> visits.size() > 2 && p.limitingRule() != null)
                .filter(p -> !begun || p.measured(settings.widest()))
                .map(GuidedSearch::redline);
    }

    static Redline redline(RedlinePosterior posterior) {
        double estimate = posterior.quantile(ESTIMATE_QUANTILE);
        return new Redline(
                estimate,
                Math.min(estimate, posterior.quantile(0.02) * WIDER_BELOW),
                Math.max(estimate, posterior.quantile(0.975) * WIDER_ABOVE),
                Math.min(estimate, posterior.quantile(SAFE_QUANTILE)),
                posterior.limitingRule(),
                false);
    }
}
