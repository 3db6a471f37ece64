package dev.redliner.search;

import dev.redliner.search.estimate.Likelihood;
import dev.redliner.search.estimate.QueueTime;
import dev.redliner.search.estimate.WarmUp;
import dev.redliner.search.evidence.CountInterval;
import dev.redliner.search.evidence.CountInterval.Criterion;
import dev.redliner.search.evidence.ProbeResult;
import dev.redliner.search.evidence.ProbeResult.Outcome;
import dev.redliner.search.evidence.Stage;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A probe in progress. It collects seconds and decides when the evidence is enough.
 *
 * @param plan the probe that was asked for
 * @param settle seconds to drop at its start, while connections and queues fill
 * @param shortest minimum seconds of evidence
 * @param longest maximum seconds of evidence
 * @param longestNear maximum seconds of evidence while the bad fraction is near the allowed one
 * @param good error probability of judging the load good early
 * @param seen all seconds since the load took effect
 */
record Probe(
        Plan.Probe plan,
        int settle,
        int shortest,
        int longest,
        int longestNear,
        double good,
        List<CountInterval> seen) {
    private static final int HEAL_SECONDS = 20;
    /** Seconds that a queue needs to fill, where a load is judged and not just passed. */
    private static final int SETTLE = 4;
    /** Error probability of judging a load good, on the way up and near the redline. */
    private static final double GOOD_IN_RAMP = 0.05;

    private static final double GOOD = 0.01;
    /** Error probability of judging a load good where the time is fixed. */
    private static final double NEVER_EARLY = 1e-9;
    /** Error probability of judging a load bad. */
    private static final double BAD = 0.03;
    /** Far over the limit: this multiple of the allowed fraction, within two seconds. */
    private static final double DANGER_IN_RAMP = 5;

    private static final double DANGER_NEAR = 15;
    private static final double CLEARLY_BAD_NEAR = 5;
    /** The median may move this part of the way to the limit. Beyond it, the bulk of the requests is queueing. */
    private static final double MEDIAN_DANGER = 0.4;

    Probe {
        seen = List.copyOf(seen);
    }

    /**
     * The probe that the stage needs.
     *
     * @param small whether a step of the ramp is so small that the knee may be near. The queue then gets time to react
     * @param calm whether the host is far from its limits, so that a short probe is enough
     */
    static Probe at(Plan.Probe plan, SearchSettings settings, boolean small, boolean calm) {
        return switch (plan.stage()) {
            case BASELINE -> whole(plan, 1, settings.baselineSeconds());
            case RAMP -> {
                int shortest = settings.rampSeconds().from();
                int longest = calm ? shortest + 1 : settings.rampSeconds().to();
                int longestNear = Math.max(longest, settings.longestNear());
                yield new Probe(
                        plan, 1, small ? 2 * shortest : shortest, longest, longestNear, GOOD_IN_RAMP, List.of());
            }
            case HEAL -> whole(plan, 0, HEAL_SECONDS);
            case REFINE -> {
                var seconds = settings.refineSeconds();
                yield new Probe(plan, SETTLE, seconds.from(), seconds.to(), seconds.to(), GOOD, List.of());
            }
            case CONFIRM -> whole(plan, SETTLE, settings.confirmSeconds());
        };
    }

    private static Probe whole(Plan.Probe plan, int settle, int seconds) {
        return new Probe(plan, settle, seconds, seconds, seconds, NEVER_EARLY, List.of());
    }

    Probe with(CountInterval second) {
        var more = new ArrayList<>(seen);
        more.add(second);
        return new Probe(plan, settle, shortest, longest, longestNear, good, more);
    }

    List<CountInterval> settled() {
        return seen.size() <= settle ? List.of() : evidence(seen.subList(settle, seen.size()));
    }

    /** The seconds without shared incident. */
    private static List<CountInterval> evidence(List<CountInterval> seconds) {
        return seconds.stream().filter(second -> !second.common()).toList();
    }

    /** Whether one of the last two seconds was in shared incident. */
    private boolean inCommonTrouble() {
        return seen.subList(Math.max(0, seen.size() - 2), seen.size()).stream().anyMatch(CountInterval::common);
    }

    /** Whether shared incident cut the probe short, and the evidence without that trouble is not clearly bad. */
    boolean cutByCommonTrouble(ProbeResult probe, ProbeHistory before) {
        return probe.cut() && inCommonTrouble() && !clearlyBad(before);
    }

    /** The probe that was left because of shared incident; empty if the remaining evidence is too little. */
    Optional<ProbeResult> leftAside() {
        return settled().size() < shortest ? Optional.empty() : Optional.of(probe(Outcome.OPEN, settled()));
    }

    /** The finished probe, once the evidence is enough. The danger check comes first and needs no settling. */
    Optional<ProbeResult> finished(ProbeHistory before) {
        if (plan.stage() == Stage.BASELINE) {
            return settled().size() >= longest ? Optional.of(probe(Outcome.OPEN, settled())) : Optional.empty();
        }
        Optional<ProbeResult> danger = danger(before);
        if (danger.isPresent() || settled().size() < shortest) {
            return danger;
        }
        return tested(before);
    }

    private Optional<ProbeResult> danger(ProbeHistory before) {
        Double normalMedian = before.normalMedian();
        List<CountInterval> last = seen.subList(Math.max(0, seen.size() - 2), seen.size());
        double far = plan.stage() == Stage.RAMP ? DANGER_IN_RAMP : DANGER_NEAR;
        for (Criterion criterion : criteria()) {
            double p0 = criterion.allowed();
            double bad = Likelihood.bad(criterion, last);
            double total = Likelihood.total(criterion, last);
            double evidence = Likelihood.ratio(bad, total, Math.min(0.99, 10 * p0), p0)
                    / Math.max(1, before.dispersion(criterion));
            if (bad > far * p0 * total && evidence > (criterion.latency() ? 5 : 7)) {
                return Optional.of(ProbeResult.of(
                        plan.stage(), plan.load(), Outcome.BAD, true, null, criterion.rule(), dangerous()));
            }
            if (criterion.latency() && normalMedian != null && queueing(normalMedian, criterion)) {
                return Optional.of(ProbeResult.of(
                        plan.stage(), plan.load(), Outcome.BAD, true, criterion, criterion.rule(), dangerous()));
            }
        }
        return Optional.empty();
    }

    private List<CountInterval> dangerous() {
        return inCommonTrouble() ? seen : evidence(seen);
    }

    private boolean queueing(double normalMedian, Criterion criterion) {
        CountInterval last = seen.get(seen.size() - 1);
        Double median = last.p50Seconds();
        double danger = MEDIAN_DANGER * (criterion.limitSeconds() - normalMedian);
        int window = QueueTime.seconds(plan.load());
        if (!Objects.equals(criterion.host(), last.slowest())
                || median == null
                || median <= normalMedian + danger
                || 2 * seen.size() < window) {
            return false;
        }
        List<Double> before = seen.subList(Math.max(0, seen.size() - window), seen.size() - 1).stream()
                .map(CountInterval::p50Seconds)
                .filter(Objects::nonNull)
                .toList();
        double mean = before.stream().mapToDouble(Double::doubleValue).average().orElse(Double.POSITIVE_INFINITY);
        return mean > normalMedian + 0.5 * danger;
    }

    private Optional<ProbeResult> tested(ProbeHistory before) {
        List<CountInterval> use = settled();
        String worst = tooBad(before, use);
        if (!worst.isEmpty()) {
            return Optional.of(ProbeResult.of(plan.stage(), plan.load(), Outcome.BAD, false, null, worst, use));
        }
        boolean allGood = true;
        boolean near = false;
        for (Criterion criterion : criteria()) {
            double allowed = criterion.allowed() * Likelihood.total(criterion, use);
            double bad = Likelihood.bad(criterion, use);
            allGood &= bad < 0.7 * allowed
                    && Likelihood.few(criterion, use, before.dispersion(criterion)) > Math.log(1 / good);
            double usual = Math.min(allowed, before.normallyBad(criterion) * Likelihood.total(criterion, use));
            double half = usual + 0.5 * (allowed - usual);
            // an excess that may be chance does not justify a longer probe
            near |= bad > half + Math.sqrt(half);
        }
        if (allGood) {
            return Optional.of(probe(Outcome.GOOD, use));
        }
        return use.size() >= (near ? longestNear : longest) ? Optional.of(probe(Outcome.OPEN, use)) : Optional.empty();
    }

    /** The rule that is certainly broken and not just recovering; empty if there is none. */
    private String tooBad(ProbeHistory before, List<CountInterval> use) {
        List<CountInterval> lastThird = use.subList(use.size() - Math.max(2, use.size() / 3), use.size());
        for (Criterion criterion : criteria()) {
            double bad = Likelihood.bad(criterion, use);
            double total = Likelihood.total(criterion, use);
            boolean clear = plan.stage() == Stage.RAMP || bad > CLEARLY_BAD_NEAR * criterion.allowed() * total;
            boolean still = Likelihood.bad(criterion, lastThird)
                    > criterion.allowed() * Math.max(1, Likelihood.total(criterion, lastThird));
            if (clear
                    && still
                    && Likelihood.tooMany(criterion, use, before.dispersion(criterion)) > Math.log(1 / BAD)) {
                return criterion.rule();
            }
        }
        return "";
    }

    /** The probe if it has to end now: finished, or with the evidence so far; empty if that evidence is too little. */
    Optional<ProbeResult> unfinished(ProbeHistory before) {
        Optional<ProbeResult> finished = finished(before);
        return finished.isPresent() && !cutByCommonTrouble(finished.get(), before) ? finished : leftAside();
    }

    /** Whether the host has recovered, or has had all the time for it. */
    boolean healed(@Nullable Double normalMedian) {
        return healthy(normalMedian) || seen.size() >= longest;
    }

    /** Whether the last two seconds are like those under normal load. */
    private boolean healthy(@Nullable Double normalMedian) {
        if (seen.size() < 2) {
            return false;
        }
        return seen.subList(seen.size() - 2, seen.size()).stream().allMatch(s -> healthy(s, normalMedian));
    }

    private static boolean healthy(CountInterval second, @Nullable Double normalMedian) {
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

    /** The probe with its evidence so far, cut off from outside; empty without any evidence. */
    Optional<ProbeResult> cutOff(Outcome outcome, String rule) {
        List<CountInterval> use = settled().isEmpty() || outcome == Outcome.BAD ? evidence(seen) : settled();
        return use.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ProbeResult.of(plan.stage(), plan.load(), outcome, outcome == Outcome.BAD, null, rule, use));
    }

    /** Whether the counts so far prove that the load is far too high. */
    boolean clearlyBad(ProbeHistory before) {
        return criteria().stream().anyMatch(c -> {
            List<CountInterval> use = evidence(seen);
            double bad = Likelihood.bad(c, use);
            return bad > CLEARLY_BAD_NEAR * c.allowed() * Likelihood.total(c, use)
                    && Likelihood.tooMany(c, use, before.dispersion(c)) > Math.log(1 / BAD);
        });
    }

    /**
     * Whether the evidence of this load itself breaks the rule. The verdict of a rule that counts no requests is
     * accepted.
     */
    boolean shows(String rule) {
        List<Criterion> counted =
                criteria().stream().filter(c -> c.rule().equals(rule)).toList();
        return !seen.isEmpty()
                && (counted.isEmpty()
                        || counted.stream()
                                .anyMatch(c -> Likelihood.bad(c, seen) > c.allowed() * Likelihood.total(c, seen)));
    }

    private ProbeResult probe(Outcome outcome, List<CountInterval> use) {
        return ProbeResult.of(plan.stage(), plan.load(), outcome, false, null, "", WarmUp.dropped(use));
    }

    Set<Criterion> criteria() {
        var criteria = new LinkedHashSet<Criterion>();
        seen.forEach(s -> s.counts().forEach(c -> criteria.add(c.criterion())));
        return criteria;
    }
}
