package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import dev.redliner.search.SearchSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Plays redirector, Envoy and analyzer, second by second, and records every event. */
public final class ShopWorld {
    public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");
    static final double POOL_RPS = 2_000;

    public Run run = Run.accepted(new RunFacts("shop-1", Shop.SERVICE, 1, START, SearchSettings.DEFAULT));
    Instant now = START;
    public final List<RunEvent> events = new ArrayList<>();
    public final List<Instant> times = new ArrayList<>();
    boolean envoyObeys = true;
    boolean envoyAnswers = true;
    public double redline = 700;
    double poolRps = POOL_RPS;
    /** Changes the usual verdicts of the analyzer. */
    public UnaryOperator<Verdict> says = UnaryOperator.identity();

    void handle(RunEvent event) {
        events.add(event);
        times.add(now);
        run = run.on(event, now).run();
    }

    Share share() {
        return run.standing() instanceof DesiredTraffic.Shift shift ? shift.share() : Shop.BASELINE;
    }

    void acknowledge() {
        if (!envoyAnswers) {
            return;
        }
        boolean shifted = run.standing() instanceof DesiredTraffic.Shift;
        handle(new RunEvent.ReportArrived(Shop.report(
                now, shifted ? Lease.LIVE : Lease.IDLE, run, shifted ? State.APPLIED : State.BASELINE, share())));
    }

    public void second() {
        acknowledge();
        now = now.plusSeconds(1);
        double share = envoyObeys ? share().fraction() : Shop.BASELINE.fraction();
        double load = share * poolRps;
        long slow = Math.round(load * 0.01 * Math.pow(load / redline, 30));
        boolean broken = slow > 0.01 * load;
        handle(new RunEvent.VerdictArrived(says.apply(Shop.verdict(
                run.id(),
                now,
                load,
                poolRps,
                Math.min(slow, (long) load),
                broken ? Outcome.FAIL : Outcome.PASS,
                broken))));
        handle(new RunEvent.TimePassed());
    }

    public ShopWorld begin() {
        return begin(null);
    }

    ShopWorld begin(@Nullable WarmStartRequest beginning) {
        acknowledge();
        handle(new RunEvent.Begun("test", beginning, false));
        return this;
    }

    /** Continues until the run is over, or for two minutes. */
    ShopWorld toTheEnd() {
        for (int i = 0; i < 120 && !run.state().over(); i++) {
            second();
        }
        return this;
    }

    ShopWorld until(RunState state) {
        for (int i = 0; i < 600 && run.state() != state && !run.state().over(); i++) {
            second();
        }
        assertThat(run.state()).as(run.decided()).isEqualTo(state);
        return this;
    }
}
