package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * All visits so far and what they show together.
 *
 * @param all oldest first; the first is the baseline
 * @param normalMedian median latency in seconds when the host was last far from its limits; null before the first visit
 */
record Visits(List<Visit> all, @Nullable Double normalMedian) {
    static final Visits NONE = new Visits(List.of(), null);

    /** With the median below this part of the latency limit, the bulk is not queueing. */
    private static final double CALM = 0.5;
    /** A load that broke and was carried at another time did not break for being too much. */
    private static final double REFUTED = 1.02;
    /** The knee is reached this part of the way from the normal bad fraction to the allowed one. */
    private static final double AT_KNEE = 0.75;
    /** So many times what is allowed breaks a rule at the baseline, if it is more than a handful. */
    private static final double BROKEN_AT_BASELINE = 2;

    private static final double HANDFUL = 5;

    Visits {
        all = List.copyOf(all);
    }

    Visits with(Visit visit) {
        boolean normal = visit.outcome() != Outcome.BAD && (normalMedian == null || calm(visit));
        var more = new ArrayList<>(all);
        more.add(visit);
        return new Visits(more, normal ? visit.p50() : normalMedian);
    }

    private boolean calm(Visit visit) {
        return criteria().stream().filter(Criterion::latency).allMatch(c -> visit.p50() < CALM * c.limitSeconds());
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Visit baseline() {
        return all.get(0);
    }

    Visit last() {
        return all.get(all.size() - 1);
    }

    List<Criterion> criteria() {
        return Visit.criteria(all);
    }

    /** The highest load that was carried and did not break, requests per second. */
    double highestGood() {
        return highestGood(all).orElseGet(() -> baseline().load());
    }

    private static OptionalDouble highestGood(List<Visit> visits) {
        return visits.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(Visit::carried)
                .max();
    }

    /** The last long look at this load or more, if it held. */
    Optional<Visit> confirmed(double load) {
        return all.stream()
                .filter(v -> v.stage() == Stage.CONFIRM && v.outcome() != Outcome.BAD && v.asked() >= load)
                .reduce((earlier, later) -> later);
    }

    /** The lowest load that broke and was not carried at another time; infinite if there is none. */
    double lowestBroken() {
        double refuted = REFUTED * highestGood();
        return all.stream()
                .filter(v -> v.outcome() == Outcome.BAD)
                .mapToDouble(Visit::load)
                .filter(load -> load > refuted)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** How often a load broke that should have held. */
    long brokenBeyondRamp() {
        return all.stream()
                .filter(v -> v.outcome() == Outcome.BAD && v.stage() != Stage.RAMP)
                .count();
    }

    /** The last load that was cut off because of danger; empty if none was. */
    Optional<Overload> lastOverload() {
        for (int i = all.size() - 1; i >= 0; i--) {
            Visit visit = all.get(i);
            if (visit.cut()) {
                double carried = highestGood(all.subList(i, all.size())).orElse(0);
                return Optional.of(new Overload(Math.min(visit.asked(), visit.load()), carried));
            }
        }
        return Optional.empty();
    }

    /**
     * @param load what overloaded the host, requests per second
     * @param carriedSince the highest load that was carried after it; 0 if none was
     */
    record Overload(double load, double carriedSince) {}

    /** The fraction that is bad under the normal load. */
    double normallyBad(Criterion criterion) {
        return isEmpty() ? 0 : baseline().badFraction(criterion);
    }

    /** The largest part of its requests that a criterion allows to be bad: the one that its counts tell most of. */
    double allowed() {
        return criteria().stream().mapToDouble(Criterion::allowed).max().orElse(1);
    }

    /** How many requests a host got in them. */
    double requests() {
        return all.stream().mapToDouble(v -> v.load() * v.time()).sum();
    }

    /** How bursty the bad requests are, as seen so far: {@link Dispersion}. */
    double dispersion(Criterion criterion) {
        return Dispersion.seen(criterion, all);
    }

    /** A rule that the normal load already breaks. */
    Optional<String> brokenAtBaseline() {
        Visit normal = baseline();
        return criteria().stream()
                .filter(c ->
                        normal.bad(c) > BROKEN_AT_BASELINE * c.allowed() * normal.total(c) && normal.bad(c) > HANDFUL)
                .map(Criterion::rule)
                .findFirst();
    }

    /** Whether by any criterion most of the way from what is normal to what is allowed is gone. */
    boolean atKnee(Visit visit) {
        return Visit.criteria(List.of(visit)).stream().anyMatch(c -> visit.bad(c) > badAtKnee(c, visit));
    }

    /** The same by more than chance: of few requests one that is bad may be more than most of what is allowed. */
    boolean surelyAtKnee(Visit visit) {
        return Visit.criteria(List.of(visit)).stream().anyMatch(criterion -> {
            double knee = badAtKnee(criterion, visit);
            return visit.bad(criterion) > knee + Math.sqrt(knee);
        });
    }

    private double badAtKnee(Criterion criterion, Visit visit) {
        double normal = Math.min(criterion.allowed(), normallyBad(criterion));
        return visit.total(criterion) * (normal + AT_KNEE * (criterion.allowed() - normal));
    }
}
