package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A visit that is going on: gathers seconds and says when enough was seen.
 *
 * @param plan what was asked
 * @param settle seconds to drop at its start: connections and queues fill
 * @param shortest seconds of evidence at least
 * @param longest seconds of evidence at most
 * @param longestNear the same while the bad fraction is near what is allowed
 * @param good error probability of calling it good early
 * @param seen every second since the load was in effect
 */
record Look(Plan.Visit plan, int settle, int shortest, int longest, int longestNear, double good, List<Second> seen) {
    /** Error probability of calling a load bad. */
    private static final double BAD = 0.03;
    /** Far over the limit: this multiple of what is allowed, within two seconds. */
    private static final double DANGER_IN_RAMP = 5;

    private static final double DANGER_NEAR = 15;
    private static final double CLEARLY_BAD_NEAR = 5;
    /** The median may move this part of the way to the limit; beyond, the whole bulk is queueing. */
    private static final double MEDIAN_DANGER = 0.4;

    Look {
        seen = List.copyOf(seen);
    }

    Look with(Second second) {
        var more = new ArrayList<>(seen);
        more.add(second);
        return new Look(plan, settle, shortest, longest, longestNear, good, more);
    }

    List<Second> settled() {
        return seen.size() <= settle ? List.of() : evidence(seen.subList(settle, seen.size()));
    }

    /** Without what hit other hosts too. */
    private static List<Second> evidence(List<Second> seconds) {
        return seconds.stream().filter(second -> !second.common()).toList();
    }

    /** Whether what it shows just now hit other hosts too. */
    boolean inCommonTrouble() {
        return seen.subList(Math.max(0, seen.size() - 2), seen.size()).stream().anyMatch(Second::common);
    }

    /** What it says although it was left for what hit other hosts too; empty if that is too little. */
    Optional<Visit> leftAside() {
        return settled().size() < shortest ? Optional.empty() : Optional.of(visit(Outcome.OPEN, settled()));
    }

    /** The finished visit, once the evidence says so; the danger check comes first and needs no settling. */
    Optional<Visit> finished(Dispersions dispersions, Normal normal, @Nullable Double normalMedian) {
        if (plan.stage() == Stage.BASELINE) {
            return settled().size() >= longest ? Optional.of(visit(Outcome.OPEN, settled())) : Optional.empty();
        }
        Optional<Visit> danger = danger(dispersions, normalMedian);
        if (danger.isPresent() || settled().size() < shortest) {
            return danger;
        }
        return tested(dispersions, normal);
    }

    private Optional<Visit> danger(Dispersions dispersions, @Nullable Double normalMedian) {
        List<Second> last = seen.subList(Math.max(0, seen.size() - 2), seen.size());
        double far = plan.stage() == Stage.RAMP ? DANGER_IN_RAMP : DANGER_NEAR;
        for (Criterion criterion : criteria()) {
            double p0 = criterion.allowed();
            double bad = Likelihood.bad(criterion, last);
            double total = Likelihood.total(criterion, last);
            double evidence =
                    Likelihood.ratio(bad, total, Math.min(0.99, 10 * p0), p0) / Math.max(1, dispersions.of(criterion));
            if (bad > far * p0 * total && evidence > (criterion.latency() ? 5 : 7)) {
                return Optional.of(Visit.of(plan, Outcome.BAD, true, false, criterion.rule(), dangerous()));
            }
            if (criterion.latency() && normalMedian != null && queueing(normalMedian, criterion.limitSeconds())) {
                return Optional.of(Visit.of(plan, Outcome.BAD, true, true, criterion.rule(), dangerous()));
            }
        }
        return Optional.empty();
    }

    private List<Second> dangerous() {
        return inCommonTrouble() ? seen : evidence(seen);
    }

    private boolean queueing(double normalMedian, double limitSeconds) {
        Double median = seen.get(seen.size() - 1).p50Seconds();
        double danger = normalMedian + MEDIAN_DANGER * (limitSeconds - normalMedian);
        if (median == null || median <= danger) {
            return false;
        }
        Double before = seen.size() < 2 ? null : seen.get(seen.size() - 2).p50Seconds();
        return before == null || before > normalMedian + 0.5 * (danger - normalMedian);
    }

    private Optional<Visit> tested(Dispersions dispersions, Normal normal) {
        List<Second> use = settled();
        String worst = tooBad(dispersions, use);
        if (!worst.isEmpty()) {
            return Optional.of(Visit.of(plan, Outcome.BAD, false, false, worst, use));
        }
        boolean allGood = true;
        boolean near = false;
        for (Criterion criterion : criteria()) {
            double allowed = criterion.allowed() * Likelihood.total(criterion, use);
            double bad = Likelihood.bad(criterion, use);
            allGood &= bad < 0.7 * allowed
                    && Likelihood.few(criterion, use, dispersions.of(criterion)) > Math.log(1 / good);
            double usual = Math.min(allowed, normal.badFraction(criterion) * Likelihood.total(criterion, use));
            near |= bad > usual + 0.5 * (allowed - usual);
        }
        if (allGood) {
            return Optional.of(visit(Outcome.GOOD, use));
        }
        return use.size() >= (near ? longestNear : longest) ? Optional.of(visit(Outcome.OPEN, use)) : Optional.empty();
    }

    /** The rule that is broken for certain and not just recovering; empty if none is. */
    private String tooBad(Dispersions dispersions, List<Second> use) {
        List<Second> lastThird = use.subList(use.size() - Math.max(2, use.size() / 3), use.size());
        for (Criterion criterion : criteria()) {
            double bad = Likelihood.bad(criterion, use);
            double total = Likelihood.total(criterion, use);
            boolean clear = plan.stage() == Stage.RAMP || bad > CLEARLY_BAD_NEAR * criterion.allowed() * total;
            boolean still = Likelihood.bad(criterion, lastThird)
                    > criterion.allowed() * Math.max(1, Likelihood.total(criterion, lastThird));
            if (clear && still && Likelihood.tooMany(criterion, use, dispersions.of(criterion)) > Math.log(1 / BAD)) {
                return criterion.rule();
            }
        }
        return "";
    }

    /** Whether its last seconds look as they did under normal load. */
    boolean healthy(@Nullable Double normalMedian) {
        if (seen.size() < 2) {
            return false;
        }
        return seen.subList(seen.size() - 2, seen.size()).stream().allMatch(s -> healthy(s, normalMedian));
    }

    private static boolean healthy(Second second, @Nullable Double normalMedian) {
        return second.counts().stream().allMatch(count -> {
            Criterion criterion = count.criterion();
            boolean few = count.bad() <= Math.max(2 * criterion.allowed() * count.total(), 2);
            Double median = second.p50Seconds();
            boolean calm = !criterion.latency()
                    || normalMedian == null
                    || median == null
                    || median < normalMedian + 0.15 * (criterion.limitSeconds() - normalMedian);
            return few && calm;
        });
    }

    /** The visit as it stands, cut off from outside. */
    Optional<Visit> cutOff(Outcome outcome, String rule) {
        List<Second> use = settled().isEmpty() || outcome == Outcome.BAD ? evidence(seen) : settled();
        return use.isEmpty()
                ? Optional.empty()
                : Optional.of(Visit.of(plan, outcome, outcome == Outcome.BAD, false, rule, use));
    }

    /** Whether the counts so far prove that the load is far too much. */
    boolean clearlyBad(Dispersions dispersions) {
        return criteria().stream().anyMatch(c -> {
            List<Second> use = evidence(seen);
            double bad = Likelihood.bad(c, use);
            return bad > CLEARLY_BAD_NEAR * c.allowed() * Likelihood.total(c, use)
                    && Likelihood.tooMany(c, use, dispersions.of(c)) > Math.log(1 / BAD);
        });
    }

    /** Whether what was seen of this load is itself beyond the rule; a rule that counts no requests is taken at its word. */
    boolean shows(String rule) {
        List<Criterion> counted =
                criteria().stream().filter(c -> c.rule().equals(rule)).toList();
        return !seen.isEmpty()
                && (counted.isEmpty()
                        || counted.stream()
                                .anyMatch(c -> Likelihood.bad(c, seen) > c.allowed() * Likelihood.total(c, seen)));
    }

    private Visit visit(Outcome outcome, List<Second> use) {
        return Visit.of(plan, outcome, false, false, "", WarmUp.dropped(use));
    }

    Set<Criterion> criteria() {
        var criteria = new LinkedHashSet<Criterion>();
        seen.forEach(s -> s.counts().forEach(c -> criteria.add(c.criterion())));
        return criteria;
    }

    /** What part of the requests is bad for each criterion under the normal load. */
    interface Normal {
        double badFraction(Criterion criterion);
    }

    /** The dispersion of each criterion as seen so far. */
    interface Dispersions {
        double of(Criterion criterion);
    }
}
