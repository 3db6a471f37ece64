package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Plan;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.Available;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The next search while it is being built. It has a stage each for baseline, ramp, refine and confirm, and heals
 * whenever a load was left because it was too high.
 */
final class SearchDraft {
    /** With a wider interval than this, the remaining time is better spent on narrowing it. */
    private static final double NEARLY_NARROW = 0.08;
    /** A confirmed load closes the safe side if it lies above this quantile of the redline. */
    private static final double SAFE = 0.02;
    /** The seconds around a last probe: until its load takes effect, and its settling. */
    private static final long AROUND_LAST_PROBE = 6;

    SearchSettings settings;
    Available available;

    ElapsedTime elapsed = ElapsedTime.NOTHING;
    Plan plan = new Plan.GivenUp(Reasons.notBegun());
    ProbeHistory probes = ProbeHistory.NONE;
    TwinProgress twin = TwinProgress.NONE;
    boolean ramping = true;
    double confirmed;
    /** Whether it went on after the usual time, because there were few requests. */
    boolean patient;

    @Nullable
    Probe running;

    @Nullable
    RedlinePosterior posterior;

    private int number;

    SearchDraft(SearchSettings settings, double highestLoad) {
        this.settings = settings;
        this.available = Available.of(highestLoad);
    }

    /** A copy to change. */
    SearchDraft(SearchDraft other) {
        this.settings = other.settings;
        this.available = other.available;
        this.elapsed = other.elapsed;
        this.plan = other.plan;
        this.running = other.running;
        this.probes = other.probes;
        this.posterior = other.posterior;
        this.twin = other.twin;
        this.ramping = other.ramping;
        this.confirmed = other.confirmed;
        this.patient = other.patient;
        this.number = other.number;
    }

    void see(CountInterval second) {
        take(second);
        if (current().plan().stage() != Stage.HEAL) {
            current().finished(probes).ifPresent(this::finish);
        } else if (current().healed(probes.normalMedian())) {
            next(Double.POSITIVE_INFINITY);
        }
    }

    /** Adds a second of evidence without a decision. */
    void take(CountInterval second) {
        elapsed = elapsed.until(second);
        available = available.with(second);
        running = current().with(second);
        TwinProgress before = twin;
        twin = ramping ? before.plus(second) : before.plus(second).advanced(probes);
        if (posterior != null && twin.isNewerThan(before)) {
            posterior = posterior.with(twin.twin());
        }
    }

    void breach(String rule, @Nullable CountInterval since) {
        Breach breach = Breach.of(rule, current(), since, probes);
        if (since != null && breach != Breach.NO_NEWS) {
            twin = twin.plus(since);
        }
        Probe broken = since == null ? current() : current().with(since);
        double load = broken.plan().load();
        switch (breach) {
            case NO_NEWS -> {}
            case NOT_RECOVERED -> giveUp(Reasons.brokenWhileHealing(rule, load));
            case SHARED -> waitForOthers(rule);
            case TOO_HIGH -> {
                broken.cutOff(broken.shows(rule) ? Outcome.BAD : Outcome.OPEN, rule)
                        .ifPresent(this::add);
                heal(HealStep.after(load, rule, probes));
            }
            case UNDECIDED -> {
                broken.cutOff(Outcome.OPEN, rule).ifPresent(this::add);
                next(RefineStep.clearOf(load));
            }
        }
    }

    void endNow(String why, @Nullable CountInterval rest) {
        if (posterior == null) {
            giveUp(Reasons.nothingSeen(why));
            return;
        }
        running = rest == null ? current() : current().with(rest);
        // on the way up, one bad second may be a hiccup. No further probe is possible, so it ends no ramp
        if (!ramping && current().plan().stage() != Stage.HEAL) {
            current().unfinished(probes).ifPresent(this::add);
        }
        conclude(why);
    }

    private void finish(ProbeResult probe) {
        if (current().cutBySharedIncident(probe, probes)) {
            waitForOthers(probe.breachedRule());
            return;
        }
        if (!(probe.load() > 0)) {
            giveUp(Reasons.noRequest(probe.asked()));
            return;
        }
        add(probe);
        Optional<String> broken = probe.stage() == Stage.BASELINE ? probes.brokenAtBaseline() : Optional.empty();
        if (broken.isPresent()) {
            giveUp(Reasons.brokenAtBaseline(broken.get(), probe.load()));
        } else if (probe.outcome() == Outcome.BAD) {
            heal(HealStep.after(probe, probes));
        } else if (probe.stage() == Stage.RAMP) {
            climbed(probe);
        } else if (probe.stage() == Stage.CONFIRM) {
            confirmed(probe);
        } else {
            next(Double.POSITIVE_INFINITY);
        }
    }

    private void confirmed(ProbeResult probe) {
        confirmed = Math.max(confirmed, probe.load());
        double all = available.rps();
        probes.confirmedTop()
                .filter(top -> top.carried() >= ConfirmStep.NEARLY_ALL * all && known().beyond(all))
                .ifPresentOrElse(top -> end(Conclusion.allPassed(top, known())), () -> next(Double.POSITIVE_INFINITY));
    }

    private void climbed(ProbeResult probe) {
        boolean top = probe.asked() >= ConfirmStep.NEARLY_ALL * available.rps();
        if (top && !probes.atKnee(probe) && !elapsed.uses(time())) {
            confirmTop();
            return;
        }
        if (top || (probe.outcome() == Outcome.OPEN && probes.surelyAtKnee(probe))) {
            stopRamping();
        }
        next(Double.POSITIVE_INFINITY);
    }

    /** A short probe is too little evidence that all the load allowed holds. */
    private void confirmTop() {
        stopRamping();
        begin(ConfirmStep.top(available.rps()));
    }

    void stopRamping() {
        if (ramping && posterior != null) {
            ramping = false;
            posterior = posterior.around(available.rps());
        }
    }

    void add(ProbeResult probe) {
        Prior prior = settings.known().prior();
        if (prior != null && probe.outcome() != Outcome.BAD && prior.isBelow(probe.load())) {
            // continues as a cold search, with the time of a cold search
            settings = settings.forgetting();
            ramping = true;
            posterior = null;
        }
        probes = probes.with(probe);
        posterior = posterior == null
                ? RedlinePosterior.upTo(Math.max(available.rps(), probe.load()), probes.all(), settings.known())
                : posterior.with(probe).within(available.rps());
    }

    /**
     * @param most upper limit of the load, requests per second; infinite unless a load just broke
     */
    private void next(double most) {
        if (elapsed.uses(time())) {
            conclude(whyUsedUp());
            return;
        }
        patient = elapsed.uses(settings.coldBudget());
        if (ramping) {
            ramp();
        } else {
            refine(most);
        }
    }

    private Duration time() {
        return TimeBudget.of(settings, probes, posterior, available.rps(), ramping);
    }

    private String whyUsedUp() {
        return TimeBudget.whyUsedUp(settings, probes, known(), available.rps(), ramping, patient);
    }

    void baseline(double load) {
        probe(Stage.BASELINE, load, Reasons.learnNormal());
    }

    private void ramp() {
        if (settings.known().prior() != null && RampStep.isNearExpected(probes, known())) {
            stopRamping();
            refine(Double.POSITIVE_INFINITY);
            return;
        }
        RampStep step = RampStep.from(settings, probes, known(), elapsed);
        probe(Stage.RAMP, step.load(), Reasons.ramp(Math.min(step.load(), available.rps()), step.bound()));
    }

    private void refine(double most) {
        boolean lastChance = elapsed.usesWith(settings.confirmSeconds() + AROUND_LAST_PROBE, time());
        if (ConfirmStep.isDueAtTop(most, available.rps(), probes, known(), lastChance)) {
            confirmTop();
            return;
        }
        double halfWidth = known().halfWidth();
        boolean narrow = halfWidth <= settings.halfWidth() && Conclusion.measured(known());
        if (confirmed > 0 && (lastChance || (narrow && confirmed > known().quantile(SAFE)))) {
            conclude(narrow ? Reasons.narrow() : whyUsedUp());
        } else if (narrow || (lastChance && halfWidth <= NEARLY_NARROW)) {
            begin(ConfirmStep.safe(most, probes, known()));
        } else {
            begin(RefineStep.from(most, settings, probes, known()));
        }
    }

    /** Ends the ramp after a load was too high, and lets the host recover. */
    private void heal(HealStep step) {
        stopRamping();
        begin(step);
    }

    /** Leaves a load in shared incident, which is no evidence about this load. The load is visited again later. */
    private void waitForOthers(String rule) {
        double load = current().plan().load();
        current().leftAside().ifPresent(this::add);
        begin(HealStep.waitForOthers(load, rule, probes));
    }

    private void begin(Step step) {
        probe(step.stage(), step.load(), step.why());
    }

    void probe(Stage stage, double load, String why) {
        var probe = new Plan.Probe(++number, Math.min(load, available.rps()), stage, why);
        plan = probe;
        running = Probe.at(probe, settings, probes, load);
    }

    private void conclude(String why) {
        end(Conclusion.of(known(), probes, available.rps(), ramping, twin.because(why)));
    }

    private void giveUp(String why) {
        end(new Plan.GivenUp(why));
    }

    private void end(Plan result) {
        plan = result;
        running = null;
    }

    private Probe current() {
        return Objects.requireNonNull(running);
    }

    private RedlinePosterior known() {
        return Objects.requireNonNull(posterior);
    }
}
