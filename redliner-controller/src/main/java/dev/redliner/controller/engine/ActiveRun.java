package dev.redliner.controller.engine;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.journal.RunJournal;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A run that this controller drives: its current state, and the orders and watches derived from it. */
final class ActiveRun {
    private final DriverSettings settings;
    private final long revision;
    private final RunEventLog news = new RunEventLog();
    private volatile Run run;
    private long journalled;
    private long orders;
    private Instant renewed = Instant.EPOCH;
    private volatile boolean stopShifting;
    private volatile boolean rebuilding;
    private final List<RunEvent> putOff = new ArrayList<>();

    /** @param revision revision of the pool's record that the run measures; a run that only restores has none */
    ActiveRun(Run run, long revision, DriverSettings settings) {
        this.run = run;
        this.revision = revision;
        this.settings = settings;
    }

    /**
     * Creates a run that was taken over. It restores from the first moment. The rest of the run is read from its
     * journal meanwhile. Until that is done, the run accepts no events.
     *
     * @param restoring the run that stands in until the journal has been read
     */
    static ActiveRun rebuilding(Run restoring, DriverSettings settings) {
        var active = new ActiveRun(restoring, RedirectOrder.ANY_REVISION, settings);
        active.rebuilding = true;
        return active;
    }

    boolean isRebuilding() {
        return rebuilding;
    }

    /** Defers an event until the run is rebuilt. Called on the run thread. */
    void putOff(RunEvent event) {
        putOff.add(event);
    }

    /**
     * Ends the rebuild, so that the run accepts events again. Called on the run thread.
     *
     * @return the events that were deferred until now
     */
    List<RunEvent> rebuilt() {
        rebuilding = false;
        var events = List.copyOf(putOff);
        putOff.clear();
        return events;
    }

    /** @param events how many events are already in the journal */
    void continueJournal(long events) {
        journalled = events;
    }

    Run run() {
        return run;
    }

    RunEventLog news() {
        return news;
    }

    void replaceBy(Run next) {
        run = next;
    }

    long nextJournalSequence() {
        return ++journalled;
    }

    /**
     * Sends the order for a demand that was just decided. The methods that send are synchronized, so that of two orders
     * the one with the higher sequence always reflects the more recent state.
     */
    synchronized void order(DesiredTraffic decided, Instant now, Consumer<RedirectOrder> sender) {
        renewed = now;
        orderFor(decided, now).ifPresent(sender);
    }

    /** Sends an order again, for the demand that stands now. */
    synchronized void renew(Instant now, Consumer<RedirectOrder> sender) {
        order(run.standing(), now, sender);
    }

    /** Whether the order and the watch are due for renewal. */
    synchronized boolean due(Instant now) {
        return !renewed.plus(settings.renewEvery()).isAfter(now);
    }

    /**
     * Suppresses every further order to shift. It takes effect as soon as an abort is requested, before the run itself
     * receives the event.
     */
    void stopShifting() {
        stopShifting = true;
    }

    private Optional<RedirectOrder> orderFor(DesiredTraffic traffic, Instant now) {
        if (traffic instanceof DesiredTraffic.Shift shift) {
            if (stopShifting) {
                return Optional.empty();
            }
            return Optional.of(order(Action.SHIFT, shift.share(), now));
        } else if (traffic instanceof DesiredTraffic.Restore restore) {
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

    /** The run with its pool and its token, owned by this controller. */
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
                settings.watchValidFor(),
                SignalNames.of(facts.service().signals(), facts.service().pool().dependencies()));
    }
}
