package dev.redliner.search.policy;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.Dispersion;
import dev.redliner.search.estimate.Likelihood;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * All probes so far and their combined evidence.
 *
 * @param all oldest first; the first is the baseline
 * @param normalMedian median latency in seconds of the last probe with the host far from its limits; null before the
 *     first probe
 */
record ProbeHistory(List<ProbeResult> all, @Nullable Double normalMedian) {
    static final ProbeHistory NONE = new ProbeHistory(List.of(), null);

    /** With the median below this part of the latency limit, the bulk of the requests is not queueing. */
    private static final double CALM = 0.5;
    /** A load that broke and was carried at another time did not break because it was too high. */
    private static final double REFUTED = 1.02;
    /** The knee is reached this part of the way from the normal bad fraction to the allowed one. */
    private static final double AT_KNEE = 0.75;
    /** This multiple of the allowed bad requests breaks a rule at the baseline, if chance hardly explains them. */
    private static final double BROKEN_AT_BASELINE = 2;
    /** Log-likelihood ratio that chance hardly reaches. */
    private static final double HARDLY_CHANCE = Math.log(1_000);
    /** Variance-to-mean ratio of bad requests at the baseline: a page load that fails takes all its requests with it. */
    private static final double DISPERSION_AT_BASELINE = 4;

    ProbeHistory {
        all = List.copyOf(all);
    }

    ProbeHistory with(ProbeResult probe) {
        boolean normal = probe.outcome() != Outcome.BAD && (normalMedian == null || calm(probe));
        var more = new ArrayList<>(all);
        more.add(probe);
        return new ProbeHistory(more, normal ? probe.p50() : normalMedian);
    }

    private boolean calm(ProbeResult probe) {
        return criteria().stream().filter(Criterion::latency).allMatch(c -> probe.p50() < CALM * c.limitSeconds());
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    ProbeResult baseline() {
        return all.get(0);
    }

    ProbeResult last() {
        return all.get(all.size() - 1);
    }

    List<Criterion> criteria() {
        return ProbeResult.criteria(all);
    }

    /** The highest load that was carried and did not break, requests per second. */
    double highestGood() {
        return highestGood(all).orElseGet(() -> baseline().load());
    }

    private static OptionalDouble highestGood(List<ProbeResult> probes) {
        return probes.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(ProbeResult::carried)
                .max();
    }

    /**
     * The highest long probe at about all the load that could be brought meanwhile, among those that held and that no
     * rule ended.
     */
    Optional<ProbeResult> confirmedTop() {
        return all.stream()
                .filter(v -> v.stage() == Stage.CONFIRM && v.outcome() != Outcome.BAD)
                .filter(v -> v.breachedRule().isEmpty() && v.isAtTop(Conclusion.ABOUT_ALL))
                .max(Comparator.comparingDouble(ProbeResult::load));
    }

    /** The lowest load that broke and was not carried at another time; infinite if there is none. */
    double lowestBroken() {
        double refuted = REFUTED * highestGood();
        return all.stream()
                .filter(v -> v.outcome() == Outcome.BAD)
                .mapToDouble(ProbeResult::load)
                .filter(load -> load > refuted)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** How many probes broke at a load that should have held. */
    long brokenBeyondRamp() {
        return all.stream()
                .filter(v -> v.outcome() == Outcome.BAD && v.stage() != Stage.RAMP)
                .count();
    }

    /** The last load that was cut off because of danger; empty if none was. */
    Optional<Overload> lastOverload() {
        for (int i = all.size() - 1; i >= 0; i--) {
            ProbeResult probe = all.get(i);
            if (probe.cut()) {
                double carried = highestGood(all.subList(i, all.size())).orElse(0);
                return Optional.of(new Overload(Math.min(probe.asked(), probe.load()), carried));
            }
        }
        return Optional.empty();
    }

    /**
     * @param load the load that overloaded the host, requests per second
     * @param carriedSince the highest load that was carried after it; 0 if none was
     */
    record Overload(double load, double carriedSince) {}

    /** The fraction of bad requests under the normal load. */
    double normallyBad(Criterion criterion) {
        return isEmpty() ? 0 : baseline().badFraction(criterion);
    }

    /** The largest bad fraction that any criterion allows. The counts of that criterion yield the most evidence. */
    double allowed() {
        return criteria().stream().mapToDouble(Criterion::allowed).max().orElse(1);
    }

    /** The number of requests that a host received in all probes. */
    double requests() {
        return all.stream().mapToDouble(v -> v.load() * v.time()).sum();
    }

    /** How bursty the bad requests are, from the probes so far: {@link Dispersion}. */
    double dispersion(Criterion criterion) {
        return Dispersion.seen(criterion, all);
    }

    /** A rule that the normal load already breaks; empty if there is none. */
    Optional<String> brokenAtBaseline() {
        ProbeResult normal = baseline();
        return criteria().stream()
                .filter(c -> normal.bad(c) > BROKEN_AT_BASELINE * c.allowed() * normal.total(c)
                        && Likelihood.tooMany(c, normal.seconds(), DISPERSION_AT_BASELINE) > HARDLY_CHANCE)
                .map(Criterion::rule)
                .findFirst();
    }

    /** Whether the bad fraction of any criterion has moved most of the way from the normal to the allowed one. */
    boolean atKnee(ProbeResult probe) {
        return ProbeResult.criteria(List.of(probe)).stream().anyMatch(c -> probe.bad(c) > badAtKnee(c, probe));
    }

    /**
     * Whether the probe is at the knee by more than chance. Of few requests, a single bad one may exceed most of the
     * allowed fraction.
     */
    boolean surelyAtKnee(ProbeResult probe) {
        return ProbeResult.criteria(List.of(probe)).stream().anyMatch(criterion -> {
            double knee = badAtKnee(criterion, probe);
            return probe.bad(criterion) > knee + Math.sqrt(knee);
        });
    }

    private double badAtKnee(Criterion criterion, ProbeResult probe) {
        double normal = Math.min(criterion.allowed(), normallyBad(criterion));
        return probe.total(criterion) * (normal + AT_KNEE * (criterion.allowed() - normal));
    }
}
