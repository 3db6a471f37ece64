package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Visit.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The next search while it is being made. */
final class SearchDraft {
    private static final int HEAL_SECONDS = 20;
    /**
     * A queue empties the faster the lower the load, and each request that meets it counts as harm: at 85% it takes three
     * times as long as at 65%.
     */
    private static final double HEAL_BELOW_GOOD = 0.75;

    private static final double HEAL_BELOW_BROKEN = 0.65;
    /** A refinement probe is at most this over the highest load that was seen good. */
    private static final double REFINE_STEP = 1.04;
    /** So near to where an earlier run found the redline there is nothing left to ramp. */
    private static final double NEAR_EXPECTED = 0.94;
    /** Wanted so much above what was good, a probe climbs as the ramp does, by steps of the second. */
    private static final double CLIMB = 1.08;

    private static final double CLIMB_STEP = 1.06;
    /** So far above, it climbs by larger ones. */
    private static final double FAR_CLIMB = 1.3;

    private static final double FAR_CLIMB_STEP = 1.10;
    /** While the interval is so wide, more is learnt by going on than by looking longer. */
    private static final double FAR_FROM_KNOWN = 0.15;
    /** A load that broke and was carried at another time did not break for being too much. */
    private static final double REFUTED = 1.02;

    private static final double NEAR = 0.75;
    /** A smaller step means that the knee may be near: give the queue time to react. */
    private static final double NEAR_STEP = 1.05;

    /** With a wider interval than this, the last of the time is better spent on narrowing it. */
    private static final double NEARLY_NARROW = 0.08;

    private static final double CONFIRM_QUANTILE = 0.12;

    private static final int GRID_POINTS = 120;
    private static final double STEEP = 35;
    private static final double WIDE_HALF_WIDTH = 0.07;
    /** The most that a probe may be above what was good, once a load has broken. */
    private static final double AGAIN = 1.03;
    /** Where the whole host was queueing, the next probe is farther away: a posterior that led there is wrong. */
    private static final double BELOW_OVERLOAD = 0.94;
    /** Each load that broke since the ramp makes the next probes more careful by this factor of their quantile. */
    private static final double MORE_CAREFUL = 0.88;
    /** After a breach, the next probe is below the load that broke. */
    private static final double BELOW_BREACH = 0.985;

    SearchSettings settings;
    double highestLoad;

    @Nullable
    Instant start;

    @Nullable
    Instant now;

    Plan plan = new Plan.GivenUp("not begun");

    @Nullable
    Look look;

    final List<Visit> visits;

    @Nullable
    RedlinePosterior posterior;

    boolean ramping;
    double confirmed;

    @Nullable
    Double normalMedian;

    private int number;

    SearchDraft(SearchSettings settings, double highestLoad) {
        this.settings = settings;
        this.highestLoad = highestLoad;
        this.visits = new ArrayList<>();
        this.ramping = true;
    }

    SearchDraft(GuidedSearch search) {
        this.settings = search.settings;
        this.highestLoad = search.highestLoad;
        this.start = search.start;
        this.now = search.now;
        this.plan = search.plan;
        this.look = search.look;
        this.visits = new ArrayList<>(search.visits);
        this.posterior = search.posterior;
        this.ramping = search.ramping;
        this.confirmed = search.confirmed;
        this.normalMedian = search.normalMedian;
        this.number = search.plan instanceof Plan.Visit visit ? visit.number() : 0;
    }

    void visit(Stage stage, double load, String why) {
        var visit = new Plan.Visit(++number, Math.min(load, highestLoad), stage, why);
        plan = visit;
        boolean near = !visits.isEmpty() && load < NEAR_STEP * lastGood();
        look = switch (stage) {
            case BASELINE -> looking(visit, 1, settings.baselineSeconds(), settings.baselineSeconds(), 1e-9);
            case RAMP ->
                looking(
                        visit,
                        1,
                        near
                                ? 2 * settings.rampSeconds().from()
                                : settings.rampSeconds().from(),
                        calm()
                                ? settings.rampSeconds().from() + 1
                                : settings.rampSeconds().to(),
                        0.05);
            case HEAL -> looking(visit, 0, HEAL_SECONDS, HEAL_SECONDS, 1e-9);
            case REFINE ->
                looking(
                        visit,
                        4,
                        settings.refineSeconds().from(),
                        settings.refineSeconds().to(),
                        0.01);
            case CONFIRM -> looking(visit, 4, settings.confirmSeconds(), settings.confirmSeconds(), 1e-9);
        };
    }

    private Look looking(Plan.Visit visit, int settle, int shortest, int longest, double good) {
        int longestNear = visit.stage() == Stage.RAMP ? settings.longestNear() : longest;
        return new Look(visit, settle, shortest, longest, Math.max(longest, longestNear), good, List.of());
    }

    void see(Second second) {
        start = start == null ? second.from() : start;
        now = second.to();
        // without any traffic nothing can be brought, which says nothing of what can be brought later
        highestLoad = second.available() > 0 ? second.available() : highestLoad;
        look = current().with(second);
        if (current().plan().stage() == Stage.HEAL) {
            if (current().healthy(normalMedian) || current().seen().size() >= HEAL_SECONDS) {
                next(Double.POSITIVE_INFINITY);
            }
            return;
        }
        current().finished(this::dispersion, this::normallyBad, normalMedian).ifPresent(visit -> {
            if (visit.cut() && current().inCommonTrouble() && !current().clearlyBad(this::dispersion)) {
                aside(visit.breachedRule());
            } else {
                finish(visit);
            }
        });
    }

    void breach(String rule, @Nullable Second since) {
        Look broken = since == null ? current() : current().with(since);
        if (current().seen().isEmpty() && current().plan().stage() != Stage.HEAL && !broken.shows(rule)) {
            // what the rule speaks of happened before
            return;
        }
        Stage stage = broken.plan().stage();
        boolean common = since != null && since.common() && !current().clearlyBad(this::dispersion);
        if (stage == Stage.HEAL && common) {
            return;
        }
        if (common) {
            aside(rule);
            return;
        }
        if (stage == Stage.HEAL) {
            give("rule " + rule + " does not hold at " + rps(broken.plan().load()) + " either, which was good before");
            return;
        }
        boolean searching = stage == Stage.REFINE || stage == Stage.CONFIRM;
        if (searching && !broken.clearlyBad(this::dispersion)) {
            if (current().seen().isEmpty()) {
                return;
            }
            // at the knee a rule breaks now and then at a load that holds in the long run: its counts tell, and
            // the next probe is lower
            broken.cutOff(Outcome.OPEN, rule).ifPresent(this::add);
            next(BELOW_BREACH * broken.plan().load());
            return;
        }
        broken.cutOff(Outcome.BAD, rule).ifPresent(this::add);
        stopRamping();
        heal(broken.plan().load(), rule);
    }

    /** What hit other hosts too says nothing of this load. It is left all the same, and looked at again later. */
    private void aside(String rule) {
        double load = current().plan().load();
        current().leftAside().ifPresent(this::add);
        visit(
                Stage.HEAL,
                healing(load),
                rule + " gave out at " + rps(load) + " while other hosts suffered too; wait at a load that was good");
    }

    private void finish(Visit visit) {
        if (!(visit.load() > 0)) {
            give("no request reached the SUT while it was to get " + rps(visit.asked()));
            return;
        }
        add(visit);
        Stage stage = visit.stage();
        if (stage == Stage.BASELINE) {
            Optional<String> broken = brokenAtBaseline(visit);
            if (broken.isPresent()) {
                give("rule " + broken.get() + " does not hold under the normal load of " + rps(visit.load()));
                return;
            }
        }
        if (visit.outcome() == Outcome.BAD) {
            stopRamping();
            heal(visit.load(), visit.breachedRule());
            return;
        }
        if (stage == Stage.RAMP && endsRamp(visit)) {
            return;
        }
        if (stage == Stage.CONFIRM) {
            confirmed = Math.max(confirmed, visit.load());
        }
        next(Double.POSITIVE_INFINITY);
    }

    /** Whether all that could be brought passed; otherwise notes whether the knee is reached. */
    private boolean endsRamp(Visit visit) {
        boolean near = visit.seconds().stream()
                .flatMap(s -> s.counts().stream())
                .map(c -> c.criterion())
                .distinct()
                .anyMatch(c -> visit.badFraction(c) > near(c));
        boolean top = current().plan().load() >= 0.999 * highestLoad;
        if (top && !near) {
            double seen = visit.load();
            done(new Redline(seen, seen, Double.POSITIVE_INFINITY, seen, null, true), "all the load allowed passed");
            return true;
        }
        if (top || (visit.outcome() == Outcome.OPEN && near)) {
            stopRamping();
        }
        return false;
    }

    /** The bad fraction at which the knee is reached: most of the way from what is normal to what is allowed. */
    private double near(Criterion criterion) {
        double normal = Math.min(criterion.allowed(), normallyBad(criterion));
        return normal + NEAR * (criterion.allowed() - normal);
    }

    private void stopRamping() {
        if (ramping && posterior != null) {
            ramping = false;
            posterior = posterior.around(highestLoad);
        }
    }

    private void heal(double brokenLoad, String rule) {
        visit(
                Stage.HEAL,
                healing(brokenLoad),
                rule + " gave out at " + rps(brokenLoad) + "; recover at a load that was good");
    }

    private double healing(double brokenLoad) {
        return Math.min(HEAL_BELOW_GOOD * lastGood(), HEAL_BELOW_BROKEN * brokenLoad);
    }

    private void next(double below) {
        if (elapsed().compareTo(settings.budget()) >= 0) {
            conclude("the time is used up");
        } else if (ramping) {
            stepUp();
        } else {
            refine(below);
        }
    }

    private void stepUp() {
        if (settings.known().prior() != null && lastGood() > NEAR_EXPECTED * known().quantile(0.4)) {
            stopRamping();
            refine(Double.POSITIVE_INFINITY);
            return;
        }
        // far from its limits a host was not spared because a little less came than was asked for
        double from =
                calm() ? Math.max(lastGood(), visits.get(visits.size() - 1).asked()) : lastGood();
        RampStep step = RampStep.from(from, settings, visits, known(), spent());
        visit(Stage.RAMP, step.load(), "up to " + rps(Math.min(step.load(), highestLoad)) + ": " + step.why());
    }

    private void refine(double below) {
        RedlinePosterior known = known();
        double halfWidth = 0.5 * Math.log(known.quantile(0.975) / known.quantile(0.025));
        boolean narrow = halfWidth <= settings.halfWidth();
        boolean lastChance =
                elapsed().plusSeconds(settings.confirmSeconds() + 6L).compareTo(settings.budget()) >= 0;
        if (confirmed > 0 && (lastChance || (narrow && confirmed > known.quantile(0.02)))) {
            conclude(narrow ? "the interval is narrow and the safe side confirmed" : "the time is used up");
            return;
        }
        if (narrow || (lastChance && halfWidth <= NEARLY_NARROW)) {
            double load = Math.min(Math.min(below, known.quantile(CONFIRM_QUANTILE)), lastGood());
            visit(Stage.CONFIRM, load, "a longer look at " + rps(load) + ", which should hold");
            return;
        }
        SearchSettings.Probe probe = settings.probe();
        double quantile = Math.pow(MORE_CAREFUL, broken())
                * (halfWidth > WIDE_HALF_WIDTH
                        ? probe.wide()
                        : known.steepness() > STEEP ? probe.steep() : probe.usual());
        double wanted = Math.min(Math.min(below, known.quantile(quantile)), Math.min(belowBroken(), belowOverload()));
        if (wanted > CLIMB * lastGood() || (halfWidth > FAR_FROM_KNOWN && wanted > lastGood())) {
            // a burst ended the ramp far below the redline: up again, with short looks
            double step = wanted > FAR_CLIMB * lastGood() ? FAR_CLIMB_STEP : CLIMB_STEP;
            double load = Math.min(wanted, step * lastGood());
            visit(Stage.RAMP, load, "up to " + rps(load) + ": the redline is farther up");
            return;
        }
        double load = Math.min(wanted, REFINE_STEP * lastGood());
        visit(
                Stage.REFINE,
                load,
                "probe " + rps(load) + ": the redline is above it with " + Math.round(100 * (1 - quantile))
                        + "%, interval +-" + Math.round(1000 * halfWidth) / 10.0 + "%");
    }

    /** What broke is not tried again at once: closer by small steps at most, each of which has to hold. */
    private double belowBroken() {
        double broken = visits.stream()
                .filter(v -> v.outcome() == Outcome.BAD)
                .mapToDouble(Visit::load)
                .filter(load -> load > REFUTED * lastGood())
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        return Math.max(BELOW_BREACH * broken, AGAIN * lastGood());
    }

    /** How often a load broke that should have held. */
    private long broken() {
        return visits.stream()
                .filter(v -> v.outcome() == Outcome.BAD && v.stage() != Stage.RAMP)
                .count();
    }

    /**
     * Away from the last load that overloaded the host, as long as the evidence agrees that it was too much; from there up
     * by small steps, each of which has to hold.
     */
    private double belowOverload() {
        int last = visits.size() - 1;
        while (last >= 0 && !visits.get(last).cut()) {
            last--;
        }
        if (last < 0) {
            return Double.POSITIVE_INFINITY;
        }
        double overload = Math.min(visits.get(last).asked(), visits.get(last).load());
        if (overload < known().quantile(0.25)) {
            return Double.POSITIVE_INFINITY;
        }
        double since = visits.subList(last, visits.size()).stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(Visit::carried)
                .max()
                .orElse(0);
        return Math.max(BELOW_OVERLOAD * overload, AGAIN * since);
    }

    private void conclude(String why) {
        Redline redline = GuidedSearch.redline(known());
        if (known().limitingRule() == null) {
            give(why + ", and no rule said anything about load");
        } else if (ramping) {
            give(why + " before the redline was reached");
        } else if (settings.known().prior() != null && !known().measured(settings.widest())) {
            give("what was seen in this run does not tell the redline without what an earlier one found; " + why);
        } else if (redline.halfWidth() > settings.widest()) {
            give("the redline lies somewhere within " + rps(redline.low()) + " to " + rps(redline.high())
                    + ", which is too wide to call it measured; " + why);
        } else {
            done(redline, why);
        }
    }

    private void done(Redline redline, String why) {
        plan = new Plan.Done(redline, why);
        look = null;
    }

    private void give(String why) {
        plan = new Plan.GivenUp(why);
        look = null;
    }

    private void add(Visit visit) {
        Prior prior = settings.known().prior();
        if (prior != null && prior.isTooLowFor(visit)) {
            // from here on as a run that began from nothing, with the time that one has
            settings = settings.forgetting();
            ramping = true;
            posterior = null;
        }
        if (visit.outcome() != Outcome.BAD && (normalMedian == null || calm(visit))) {
            normalMedian = visit.p50();
        }
        visits.add(visit);
        double least = visits.get(0).load();
        posterior = posterior == null
                ? RedlinePosterior.over(
                        0.6 * least,
                        Math.max(highestLoad, visit.load()) * 1.15,
                        GRID_POINTS,
                        visits,
                        true,
                        settings.known())
                : posterior.with(visit);
    }

    private boolean calm(Visit visit) {
        return criteria().stream().filter(Criterion::latency).allMatch(c -> visit.p50() < 0.5 * c.limitSeconds());
    }

    private Optional<String> brokenAtBaseline(Visit visit) {
        return criteria().stream()
                .filter(c -> visit.bad(c) > 2 * c.allowed() * visit.total(c) && visit.bad(c) > 5)
                .map(Criterion::rule)
                .findFirst();
    }

    /** Whether the host is far from its limits, so that a short look is enough. */
    private boolean calm() {
        return !visits.isEmpty() && ramping && RampStep.far(visits);
    }

    private double lastGood() {
        return visits.stream()
                .filter(v -> v.outcome() != Outcome.BAD)
                .mapToDouble(Visit::carried)
                .max()
                .orElse(visits.get(0).load());
    }

    private List<Criterion> criteria() {
        return Visit.criteria(visits);
    }

    /** The fraction that is bad under the normal load. */
    private double normallyBad(Criterion criterion) {
        return visits.isEmpty() ? 0 : visits.get(0).badFraction(criterion);
    }

    private double dispersion(Criterion criterion) {
        return Dispersion.seen(criterion, visits);
    }

    private Duration elapsed() {
        return start == null || now == null ? Duration.ZERO : Duration.between(start, now);
    }

    private double spent() {
        return elapsed().toMillis() / (double) settings.budget().toMillis();
    }

    private Look current() {
        return java.util.Objects.requireNonNull(look);
    }

    private RedlinePosterior known() {
        return java.util.Objects.requireNonNull(posterior);
    }

    private static String rps(double load) {
        return (load < 100 ? Math.round(load * 10) / 10.0 : Math.round(load)) + " rps";
    }
}
