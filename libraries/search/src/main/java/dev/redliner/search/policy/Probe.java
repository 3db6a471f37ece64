package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.Likelihood;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import dev.redliner.search.estimate.WarmUp;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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
    /** Longest recovery (docs/search.md). */
    private static final int HEAL_SECONDS = 20;
    /** The first second of a load is partly one of the load before. */
    private static final int FIRST = 1;
    /** Seconds that a queue needs to fill, where a load is judged and not just passed. */
    private static final int SETTLE = 4;
    /** Error probability of judging a load good, on the way up and near the redline. */
    private static final double GOOD_IN_RAMP = 0.05;

    private static final double GOOD = 0.01;
    /** Error probability of judging a load good where the time is fixed. */
    private static final double NEVER_EARLY = 1e-9;
    /** Error probability of judging a load bad. */
    private static final double BAD = 0.03;

    private static final double CLEARLY_BAD_NEAR = 5;
    /** Danger and recovery are judged by this many of the latest seconds. */
    private static final int LAST_SECONDS = 2;
    /** A load is good only below this part of the allowed fraction. */
    private static final double CLEARLY_GOOD = 0.7;
    /** From this part of the way between the normal fraction and the allowed one on, a load is near the redline. */
    private static final double NEAR = 0.5;
    /** If this many requests are expected and none arrives, it is not chance. */
    private static final double TOO_MANY_FOR_CHANCE = 30;
    /** A host has recovered with up to this multiple of the allowed fraction in a second, or this many bad requests. */
    private static final double HEALED_BAD = 2;

    private static final double HEALED_HANDFUL = 2;
    /** The median of a recovered host is at most this part of the way from the normal one to the limit. */
    private static final double HEALED_MEDIAN = 0.15;
    /** A step of the ramp below this ratio may reach the knee, so the queue needs time to react. */
    private static final double SMALL_STEP = 1.05;
    /** A small step takes this many times the shortest probe. */
    private static final int SMALL_STEP_LONGER = 2;
    /** Far from its limits, a probe takes at most this many seconds more than the shortest one. */
    private static final int CALM_SECONDS = 1;

    Probe {
        seen = List.copyOf(seen);
    }

    /**
     * The probe that the stage needs.
     *
     * @param before the probes so far
     * @param wanted the load that the search would probe if all of it could be brought, requests per second
     */
    static Probe at(Plan.Probe plan, SearchSettings settings, ProbeHistory before, double wanted) {
        // far from its limits, a short probe is enough. After a small step the knee may be near, and the queue gets
        // time to react
        boolean calm = !before.isEmpty() && RampStep.far(before);
        boolean small = !before.isEmpty() && wanted < SMALL_STEP * before.highestGood();
        return switch (plan.stage()) {
            case BASELINE -> whole(plan, FIRST, settings.baselineSeconds());
            case RAMP -> {
                int shortest = settings.rampSeconds().from();
                int longest =
                        calm ? shortest + CALM_SECONDS : settings.rampSeconds().to();
                int longestNear = Math.max(longest, settings.longestNear());
                yield new Probe(
                        plan,
                        FIRST,
                        small ? SMALL_STEP_LONGER * shortest : shortest,
                        longest,
                        longestNear,
                        GOOD_IN_RAMP,
                        List.of());
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
    static List<CountInterval> evidence(List<CountInterval> seconds) {
        return seconds.stream().filter(second -> !second.common()).toList();
    }

    List<CountInterval> last() {
        return seen.subList(Math.max(0, seen.size() - LAST_SECONDS), seen.size());
    }

    /** Whether one of the last two seconds was in a shared incident. */
    boolean inSharedIncident() {
        return last().stream().anyMatch(CountInterval::common);
    }

    /** Whether a shared incident cut the probe short, and the evidence without it is not clearly bad. */
    boolean cutBySharedIncident(ProbeResult probe, ProbeHistory before) {
        return probe.cut() && inSharedIncident() && !clearlyBad(before);
    }

    /** Whether no request arrived yet, and chance explains it. A short probe of a host with few requests has none. */
    private boolean awaitsRequests() {
        double expected = plan.load()
                * settled().stream().mapToDouble(CountInterval::length).sum();
        return expected < TOO_MANY_FOR_CHANCE && settled().stream().noneMatch(second -> second.requested() > 0);
    }

    /** The probe that was left because of a shared incident; empty if the remaining evidence is too little. */
    Optional<ProbeResult> leftAside() {
        return settled().size() < shortest || awaitsRequests()
                ? Optional.empty()
                : Optional.of(probe(Outcome.OPEN, settled()));
    }

    /** The finished probe, once the evidence is enough. The danger check comes first and needs no settling. */
    Optional<ProbeResult> finished(ProbeHistory before) {
        if (plan.stage() == Stage.BASELINE) {
            return settled().size() >= longest ? Optional.of(probe(Outcome.OPEN, settled())) : Optional.empty();
        }
        Optional<ProbeResult> danger = Danger.of(this, before);
        if (danger.isPresent() || settled().size() < shortest || awaitsRequests()) {
            return danger;
        }
        return tested(before);
    }

    private Optional<ProbeResult> tested(ProbeHistory before) {
        List<CountInterval> use = settled();
        String worst = tooBad(before, use);
        if (!worst.isEmpty()) {
            return Optional.of(ProbeResult.of(plan, Outcome.BAD, false, null, worst, use));
        }
        boolean allGood = true;
        boolean near = false;
        for (Criterion criterion : criteria()) {
            double allowed = criterion.allowed() * Likelihood.total(criterion, use);
            double bad = Likelihood.bad(criterion, use);
            allGood &= bad < CLEARLY_GOOD * allowed
                    && Likelihood.few(criterion, use, before.dispersion(criterion)) > Math.log(1 / good);
            double usual = Math.min(allowed, before.normallyBad(criterion) * Likelihood.total(criterion, use));
            double half = usual + NEAR * (allowed - usual);
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
        List<CountInterval> lastThird = use.subList(use.size() - Math.max(LAST_SECONDS, use.size() / 3), use.size());
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
        return finished.isPresent() && !cutBySharedIncident(finished.get(), before) ? finished : leftAside();
    }

    /** Whether the host has recovered, or has had all the time for it. */
    boolean healed(@Nullable Double normalMedian) {
        return healthy(normalMedian) || seen.size() >= longest;
    }

    /** Whether the last two seconds are like those under normal load. */
    private boolean healthy(@Nullable Double normalMedian) {
        return seen.size() >= LAST_SECONDS && last().stream().allMatch(s -> healthy(s, normalMedian));
    }

    private static boolean healthy(CountInterval second, @Nullable Double normalMedian) {
        return second.counts().stream().allMatch(count -> {
            Criterion criterion = count.criterion();
            boolean few = count.bad() <= Math.max(HEALED_BAD * criterion.allowed() * count.total(), HEALED_HANDFUL);
            Double median = second.p50Seconds();
            boolean calm = !criterion.latency()
                    || normalMedian == null
                    || median == null
                    || median < normalMedian + HEALED_MEDIAN * (criterion.limitSeconds() - normalMedian);
            return few && calm;
        });
    }

    /** The probe with its evidence so far, cut off from outside; empty without any evidence. */
    Optional<ProbeResult> cutOff(Outcome outcome, String rule) {
        List<CountInterval> use = settled().isEmpty() || outcome == Outcome.BAD ? evidence(seen) : settled();
        return use.isEmpty()
                ? Optional.empty()
                : Optional.of(ProbeResult.of(plan, outcome, outcome == Outcome.BAD, null, rule, use));
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

    /** Whether a rule has neither counts nor a plain value, so that its verdict decides. */
    boolean hasVerdictsAlone(String rule) {
        return !seen.isEmpty() && seen.stream().noneMatch(second -> second.hasNumbersOf(rule));
    }

    private ProbeResult probe(Outcome outcome, List<CountInterval> use) {
        return ProbeResult.of(plan, outcome, false, null, "", WarmUp.dropped(use));
    }

    Set<Criterion> criteria() {
        var criteria = new LinkedHashSet<Criterion>();
        seen.forEach(s -> s.counts().forEach(c -> criteria.add(c.criterion())));
        return criteria;
    }
}
