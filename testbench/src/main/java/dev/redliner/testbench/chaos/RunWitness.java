package dev.redliner.testbench.chaos;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectOrder.Action;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** Checks the controllers' journal entries, orders and final reports. */
final class RunWitness {
    private final Timeline timeline;
    private final InvariantChecker checker;
    private final JournalTables tables;
    private final Map<RedirectOrder, SentOrder> sent = new IdentityHashMap<>();
    private final Map<Long, SentOrder> byToken = new HashMap<>();
    private final Map<Verdict, Made> made = new IdentityHashMap<>();
    private final Map<String, Abort> aborts = new HashMap<>();

    /**
     * @param run the run that was aborted
     * @param controller the controller that accepted the abort
     * @param life of that controller
     * @param at in virtual time
     */
    record Abort(String run, SimulatedProcess controller, int life, long at) {}

    RunWitness(Timeline timeline, InvariantChecker checker, JournalTables tables) {
        this.timeline = timeline;
        this.checker = checker;
        this.tables = tables;
    }

    /**
     * The origin of a verdict.
     *
     * @param really the verdict as the analyzer made it
     * @param at when the analyzer made it, in virtual time
     */
    record Made(Verdict really, long at) {}

    /** Records a verdict on the data up to this moment. */
    void made(Verdict verdict) {
        made.put(verdict, new Made(verdict, timeline.now()));
    }

    /** Records that a verdict is passed on in a forged version. */
    void forged(Verdict really, Verdict forged) {
        made.put(forged, java.util.Objects.requireNonNull(made.get(really)));
    }

    void journalled(SimulatedProcess machine, KeptRun kept, Run before, RunEvent event, Instant at) {
        double was = share(before.standing());
        double is = share(kept.replica().standing());
        if (is <= was || before.state() == RunState.RESTORING) {
            return;
        }
        if (!(event instanceof RunEvent.VerdictArrived arrived)) {
            checker.broken(Promise.BAD_DATA_NEVER_RAISES, event.getClass().getSimpleName() + " raised the share");
            return;
        }
        Made told = java.util.Objects.requireNonNull(made.get(arrived.verdict()));
        String fault = fault(told.really(), kept.replica(), at);
        if (!fault.isEmpty()) {
            checker.broken(Promise.BAD_DATA_NEVER_RAISES, machine.name() + " steps up though " + fault);
        }
    }

    private static double share(DesiredTraffic standing) {
        return standing instanceof DesiredTraffic.Shift shift ? shift.share().fraction() : 0;
    }

    private String fault(Verdict verdict, Run run, Instant at) {
        Duration tolerated =
                run.facts().service().sampling().interval().multipliedBy(3).plusSeconds(2);
        if (verdict.tick() == null) {
            return "the verdict has no counts";
        }
        if (Duration.between(verdict.at(), at).compareTo(tolerated) > 0) {
            return "the verdict is of " + verdict.at() + " and it is " + at;
        }
        for (RuleVerdict rule : verdict.rules()) {
            if (rule.onFail() != OnFail.REPORT && rule.outcome() == Outcome.UNKNOWN) {
                return "rule " + rule.rule() + " is unknown";
            }
            if (rule.onFail() == OnFail.STOP && rule.failing()) {
                return "rule " + rule.rule() + " says stop";
            }
        }
        return "";
    }

    void ordered(SimulatedProcess machine, RedirectOrder order) {
        var really = new SentOrder(order, machine, machine.life(), timeline.now());
        sent.put(order, really);
        if (order.sequence() == RedirectOrder.LAST_SEQUENCE) {
            return;
        }
        SentOrder before = byToken.putIfAbsent(order.token(), really);
        if (before != null && (before.from() != machine || before.life() != machine.life())) {
            checker.broken(
                    Promise.NOTHING_STALE_OBEYED,
                    machine.name() + " orders with token " + order.token() + " as "
                            + before.from().name() + " did");
        }
        if (order.action() == Action.RESTORE) {
            return;
        }
        Abort abort = aborts.get(order.run());
        if (abort != null && abort.controller() == machine && abort.life() == machine.life()) {
            checker.broken(Promise.ABORT_WORKS, machine.name() + " orders " + order.share() + " after its abort");
        }
        KeptRun kept = tables.run(order.run());
        boolean known = kept.replica().standing() instanceof DesiredTraffic.Shift shift
                && shift.share().equals(order.share());
        boolean deposed = kept.deposedAt() != Long.MAX_VALUE;
        if (!known && !deposed && kept.exact()) {
            checker.broken(
                    Promise.JOURNAL_FIRST,
                    machine.name() + " orders " + order.share() + " and the journal says "
                            + kept.replica().standing());
        }
    }

    SentOrder sent(RedirectOrder order) {
        return java.util.Objects.requireNonNull(sent.get(order), "an order that nobody sent");
    }

    /** A controller accepted an abort. Returns empty if this run was aborted before. */
    Optional<Abort> aborted(SimulatedProcess controller, String run) {
        var abort = new Abort(run, controller, controller.life(), timeline.now());
        return aborts.putIfAbsent(run, abort) == null ? Optional.of(abort) : Optional.empty();
    }

    Map<String, Abort> aborts() {
        return aborts;
    }

    /** Whether an order came from the controller process that accepted the abort, and is for the aborted run. */
    boolean isOf(Abort abort, SentOrder order) {
        return order.order().run().equals(abort.run())
                && order.from() == abort.controller()
                && order.life() == abort.life();
    }

    void finished(KeptRun kept, RunReport report) {
        boolean moved = !report.steps().isEmpty();
        boolean verified = report.restored() != null && report.restored().verified();
        if (moved && !verified && report.unverified() == null) {
            checker.broken(
                    Promise.RESTORE_VERIFIED,
                    report.id() + " is " + report.state() + " without a verified restore or the cause of that");
        }
    }

    /** Call this at the end of the virtual run. */
    void replay(KeptRun kept) {
        RunReport report = kept.shown();
        if (report == null || !report.state().over() || !kept.exact()) {
            return;
        }
        Run replica = kept.replica();
        boolean same = replica.state() == report.state()
                && replica.reason().orElse("").equals(report.reason() == null ? "" : report.reason())
                && replica.unverified().equals(Optional.ofNullable(report.unverified()))
                && replica.steps().size() == report.steps().size();
        if (!same) {
            checker.broken(
                    Promise.JOURNAL_FIRST,
                    report.id() + " ended " + report.state() + " (" + report.reason()
                            + ") after " + report.steps().size() + " steps; its journal replays to " + replica.state()
                            + " ("
                            + replica.reason().orElse("") + ") after "
                            + replica.steps().size());
        }
    }
}
