package dev.redliner.standalone.simulate;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.RunFacts;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.hostmodel.HostDescription;
import dev.redliner.hostmodel.HostFailed;
import dev.redliner.hostmodel.HostSecond;
import dev.redliner.hostmodel.SimulatedHost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Takes a run through virtual time. Its orders go to a simulated host, and the host's seconds go through the real
 * analyzer back to the run. The first seconds are observed before the run begins, since a pool's definition states the
 * host's share. The run then receives these seconds as if it had been active.
 */
final class VirtualRun {
    /** Number of seconds that is enough to see the host's share of the traffic. */
    private static final int WATCHED_FIRST = 10;

    private static final int LONGEST_WAIT = 120;
    private static final Instant START = Instant.EPOCH;
    private static final long TOKEN = 1;

    /** The seconds that became visible at a time. */
    private record Shown(int now, List<HostSecond> seconds) {}

    private final SimulatedHost host;
    private final SimulatedAnalyzer analyzer = new SimulatedAnalyzer(START);
    private final Run begun;
    private final LagEstimate lag;
    private Run run;
    private Share inEffect;
    private int changedAt;
    private int changes;
    private int now;
    private boolean over;

    /** The course of a run: the run after its end, and its figures. */
    record Course(Run run, int seconds, int changes, boolean deadline) {}

    private VirtualRun(SimulatedHost host, Run begun) {
        this.host = host;
        this.begun = begun;
        run = begun;
        inEffect = begun.facts().service().pool().baselineShare();
        lag = new LagEstimate(inEffect.fraction());
    }

    /**
     * Runs to the end.
     *
     * @param facts creates the run's facts from the host's share of the traffic and the pool's load
     * @throws HostFailed if the host model's answers are not credible
     */
    static Course on(SimulatedHost host, Function<Normal, RunFacts> facts) {
        List<Shown> first = watch(host);
        List<HostSecond> seconds =
                first.stream().flatMap(shown -> shown.seconds().stream()).toList();
        Normal normal = Normal.of(seconds, host.greeting());
        return new VirtualRun(host, Run.accepted(facts.apply(normal))).follow(first);
    }

    /**
     * The distribution of the traffic before the first order.
     *
     * @param share the host's, as a user would declare it
     * @param poolRps the whole pool's load
     */
    record Normal(double share, double poolRps) {
        /** With fewer requests, a share that was seen is uncertain by more than a tenth. */
        private static final double ENOUGH = 100;
        /** The pool's load of this time before counts, too: a user who declares a share knows more than ten seconds. */
        private static final Duration BEFORE = Duration.ofMinutes(1);

        /**
         * The share that was seen. Few requests do not show it: then the share that makes the host's normal load of the
         * pool's, which has more requests.
         */
        static Normal of(List<HostSecond> seconds, HostDescription host) {
            double arrivals = seconds.stream().mapToDouble(HostSecond::arrivals).sum();
            double pool = seconds.stream().mapToDouble(HostSecond::poolRps).sum();
            if (!(pool > 0 && arrivals > 0)) {
                throw new NoTraffic(pool > 0 ? "no request reaches the host" : "no request reaches the pool");
            }
            double poolRps = pool / seconds.size();
            if (arrivals >= ENOUGH) {
                return new Normal(arrivals / pool, poolRps);
            }
            List<Double> before = host.latest(BEFORE);
            double known =
                    pool + before.stream().mapToDouble(Double::doubleValue).sum();
            return new Normal(host.startRps() * (before.size() + seconds.size()) / known, poolRps);
        }
    }

    /** There is no traffic to measure with. */
    static final class NoTraffic extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoTraffic(String message) {
            super(message);
        }
    }

    private static List<Shown> watch(SimulatedHost host) {
        var shown = new ArrayList<Shown>();
        int seen = 0;
        for (int now = 1; seen < WATCHED_FIRST; now++) {
            if (!(host.pass(OptionalDouble.empty()) instanceof SimulatedHost.Passed.Seconds passed)) {
                throw new HostFailed("the deadline came before the first " + WATCHED_FIRST + " seconds were seen");
            }
            if (now > LONGEST_WAIT) {
                throw new HostFailed("the host model showed " + seen + " seconds in " + now);
            }
            seen += passed.visible().size();
            shown.add(new Shown(now, passed.visible()));
        }
        return shown;
    }

    private Course follow(List<Shown> first) {
        handle(new RunEvent.Begun("simulation"));
        for (Shown shown : first) {
            begin();
            see(shown.now(), shown.seconds());
        }
        while (!run.state().over()) {
            if (run.restoration()
                    .filter(restoration -> restoration.verified() != null)
                    .isPresent()) {
                // a host model is measured, and not its recovery
                handle(new RunEvent.AbortAsked("the simulation", "its traffic is restored"));
                break;
            }
            // ends the run even if the host model does not enforce its own deadline
            if (now > host.greeting().deadlineSeconds()
                    || !(host.pass(begin()) instanceof SimulatedHost.Passed.Seconds seconds)) {
                handle(new RunEvent.AbortAsked("the simulation", "its deadline is reached"));
                over = true;
                break;
            }
            see(now + 1, seconds.visible());
        }
        return new Course(run, now, changes, over);
    }

    /** Begins a second: returns the share to request if it has changed, and reports the state of the run's Envoy. */
    private OptionalDouble begin() {
        Share asked = asked();
        boolean changed = !asked.equals(inEffect);
        if (changed) {
            if (Math.abs(asked.fraction() / inEffect.fraction() - 1) > 1e-3) {
                changes++;
            }
            inEffect = asked;
            changedAt = now;
        }
        lag.asked(asked.fraction());
        handle(new RunEvent.ReportArrived(report(asked)));
        analyzer.watch(run, instant());
        return changed ? OptionalDouble.of(asked.fraction()) : OptionalDouble.empty();
    }

    private Share asked() {
        DesiredTraffic standing = run.standing();
        if (standing instanceof DesiredTraffic.Shift shift) {
            return shift.share();
        }
        return standing instanceof DesiredTraffic.Restore restore
                ? restore.baseline()
                : run.facts().service().pool().baselineShare();
    }

    private RedirectReport report(Share asked) {
        boolean applied = now >= changedAt + lag.seconds();
        boolean shifted = run.standing() instanceof DesiredTraffic.Shift;
        EnvoyState.State state =
                !applied ? EnvoyState.State.PENDING : shifted ? EnvoyState.State.APPLIED : EnvoyState.State.BASELINE;
        return new RedirectReport(
                run.facts().service().name(),
                "simulated-redirector",
                instant(),
                shifted ? RedirectReport.Lease.LIVE : RedirectReport.Lease.IDLE,
                shifted ? run.id() : null,
                shifted ? TOKEN : 0,
                shifted ? now : 0,
                shifted ? asked : null,
                null,
                List.of(new EnvoyState(RehearsedService.ENVOY, state, asked, null)));
    }

    private void see(int later, List<HostSecond> seconds) {
        now = later;
        for (HostSecond second : seconds) {
            lag.observe(second);
            for (Verdict verdict : analyzer.judge(begun.facts().service().name(), second, instant())) {
                handle(new RunEvent.VerdictArrived(verdict));
            }
        }
        handle(new RunEvent.TimePassed());
    }

    private void handle(RunEvent event) {
        run = run.on(event, instant()).run();
    }

    private Instant instant() {
        return START.plusSeconds(now);
    }
}
