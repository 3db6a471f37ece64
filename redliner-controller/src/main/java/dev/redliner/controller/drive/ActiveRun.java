package dev.redliner.controller.drive;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run that this controller drives: where it stands, and the orders and watches that follow from it. */
final class ActiveRun {
    private final DriverSettings settings;
    private final long revision;
    private final NewsDesk news = new NewsDesk();
    private volatile Run run;
    private long journalled;
    private long orders;
    private Instant renewed = Instant.EPOCH;
    private volatile boolean shiftsNoMore;
    private volatile boolean rebuilding;
    private final List<RunEvent> putOff = new ArrayList<>();

    /** @param revision of the pool's record that it measures; a run that only restores has none */
    ActiveRun(Run run, long revision, DriverSettings settings) {
        this.run = run;
        this.revision = revision;
        this.settings = settings;
    }

    /**
     * A run that was taken over. It restores from the first moment; all else that is known of it is read from its journal
     * meanwhile, and until then it takes no event.
     *
     * @param restoring what stands in for it until then
     */
    static ActiveRun rebuilding(Run restoring, DriverSettings settings) {
        var active = new ActiveRun(restoring, RedirectOrder.ANY_REVISION, settings);
        active.rebuilding = true;
        return active;
    }

    boolean isRebuilding() {
        return rebuilding;
    }

    /** An event for the time when it is rebuilt. For the deciding thread. */
    void putOff(RunEvent event) {
        putOff.add(event);
    }

    /**
     * Ends the rebuild: the run is the one of its journal again. For the deciding thread.
     *
     * @return the events that were put off until now
     */
    List<RunEvent> rebuilt() {
        rebuilding = false;
        var events = List.copyOf(putOff);
        putOff.clear();
        return events;
    }

    /** @param events how many are in the journal already */
    void continueJournal(long events) {
        journalled = events;
    }

    Run run() {
        return run;
    }

    NewsDesk news() {
        return news;
    }

    void becomes(Run next) {
        run = next;
    }

    long nextJournalSequence() {
        return ++journalled;
    }

    /**
     * Hands on what follows from the run just now. Locked, so that of two orders the one with the higher sequence is
     * always the newer thought.
     */
    synchronized void order(Instant now, java.util.function.Consumer<RedirectOrder> sender) {
        renewed = now;
        next(now).ifPresent(sender);
    }

    /** Whether it is time to renew. */
    synchronized boolean due(Instant now) {
        return !renewed.plus(settings.renewEvery()).isAfter(now);
    }

    /** An abort was asked for: from now on nothing is shifted, even before the run itself hears of it. */
    void shiftsNoMore() {
        shiftsNoMore = true;
    }

    private Optional<RedirectOrder> next(Instant now) {
        Standing standing = run.standing();
        if (standing instanceof Standing.Shift shift) {
            if (shiftsNoMore) {
                return Optional.empty();
            }
            return Optional.of(order(Action.SHIFT, shift.share(), now));
        } else if (standing instanceof Standing.Restore restore) {
            return Optional.of(order(Action.RESTORE, restore.baseline(), now));
        }
        return Optional.empty();
    }

    private RedirectOrder order(Action action, Share share, Instant now) {
        RunFacts facts = run.facts();
        return new RedirectOrder(
                facts.service().name(),
                facts.id(),
                facts.token(),
                ++orders,
                action,
                share,
                now,
                settings.orderValidFor(),
                action == Action.SHIFT ? revision : RedirectOrder.ANY_REVISION);
    }

    /** The run with its pool, as this controller has it. */
    RunJournal.Held held() {
        RunFacts facts = run.facts();
        return new RunJournal.Held(facts.service().name(), facts.id(), facts.token(), settings.owner());
    }

    Watch watch(Instant now) {
        RunFacts facts = run.facts();
        return new Watch(
                facts.id(),
                facts.service().name(),
                facts.service().pool().sut(),
                facts.service().pool().peers(),
                facts.service().rules(),
                run.samplingInterval(),
                run.baselineMetrics(),
                now,
                settings.watchValidFor());
    }
}
