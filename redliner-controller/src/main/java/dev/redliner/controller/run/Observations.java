package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.controller.run.evidence.Evidence;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.controller.run.message.HoldMessages;
import dev.redliner.controller.run.traffic.PoolTraffic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The present data about the pool, and since when needed data is missing.
 *
 * @param last the newest verdict; null before the first
 * @param lastArrived when the newest verdict arrived; null before the first
 * @param patience how long needed data was missing
 * @param missing the message of {@link HoldMessages} that names the missing data; empty while none is missing
 * @param recent the ticks of the last seconds, as far back as guards need
 * @param traffic traffic of the whole pool
 * @param evidence ticks that were not yet passed to the search
 */
record Observations(
        @Nullable Verdict last,
        @Nullable Instant lastArrived,
        Patience patience,
        String missing,
        List<Tick> recent,
        PoolTraffic traffic,
        Evidence evidence) {
    private static final Duration RECENT = Duration.ofSeconds(10);
    static final Duration SHARE_WINDOW = Duration.ofSeconds(3);

    static final Observations NONE =
            new Observations(null, null, Patience.FULL, "", List.of(), PoolTraffic.UNKNOWN, Evidence.NONE);

    Observations {
        recent = List.copyOf(recent);
    }

    Observations received(Verdict verdict, Instant now) {
        var ticks = new ArrayList<>(recent);
        Tick tick = verdict.tick();
        if (tick != null) {
            ticks.add(tick);
            ticks.removeIf(t -> t.to().plus(RECENT).isBefore(tick.to()));
        }
        return new Observations(
                verdict, now, patience, missing, ticks, tick == null ? traffic : traffic.with(tick), evidence);
    }

    Observations with(Evidence more) {
        return new Observations(last, lastArrived, patience, missing, recent, traffic, more);
    }

    /**
     * Records a tick with all needed data. A tick that is longer than the interval covers missed reads. The time of
     * these reads counts as missing, although their counts arrived afterwards.
     *
     * @param interval length of a tick without missed reads
     */
    Observations allKnown(Tick tick, Duration interval, Instant now) {
        Duration known = tick.length().compareTo(interval) < 0 ? tick.length() : interval;
        return new Observations(last, lastArrived, patience.known(known, now), "", recent, traffic, evidence);
    }

    /**
     * Renews the patience when traffic is moved for the first time: data that was missing before cost users nothing.
     */
    Observations withFullPatience(Instant now) {
        return new Observations(last, lastArrived, new Patience(0, 0, now, false), missing, recent, traffic, evidence);
    }

    /**
     * Records missing data. Returns the same instance if nothing changed, so that it is not journalled again and again.
     */
    Observations lacking(String what, Instant now) {
        if (patience.missing() && missing.equals(what) && evidence.ticks().isEmpty()) {
            return this;
        }
        return new Observations(last, lastArrived, patience.lacking(now), what, recent, traffic, Evidence.NONE);
    }

    boolean unknownLongerThan(Duration limit, Instant now) {
        return patience.exceeds(limit, now);
    }

    boolean silentLongerThan(Duration limit, Instant since, Instant now) {
        Instant heard = lastArrived == null ? since : lastArrived;
        return heard.plus(limit).isBefore(now);
    }

    /** Time of the newest verdict: the earlier of its own time and its arrival at the controller. */
    Instant lastAt() {
        Instant at = Objects.requireNonNull(last).at();
        Instant arrived = Objects.requireNonNull(lastArrived);
        return at.isBefore(arrived) ? at : arrived;
    }

    Optional<Double> observedShare() {
        if (recent.isEmpty()) {
            return Optional.empty();
        }
        Instant newest = recent.get(recent.size() - 1).to();
        return Optional.ofNullable(sum(recent.stream()
                        .filter(t -> t.to().plus(SHARE_WINDOW).isAfter(newest))
                        .toList())
                .share());
    }

    private static TickSum sum(List<Tick> ticks) {
        TickSum sum = TickSum.NONE;
        for (Tick tick : ticks) {
            sum = sum.plus(tick);
        }
        return sum;
    }

    /** The message about rules that matter and are UNKNOWN; empty if there is none. */
    static Optional<String> unknownRules(Verdict verdict) {
        List<String> unknown = verdict.rules().stream()
                .filter(r -> matters(r) && r.outcome() == Outcome.UNKNOWN)
                .map(r -> r.reason() == null ? r.rule() : r.rule() + " (" + r.reason() + ")")
                .toList();
        return unknown.isEmpty() ? Optional.empty() : Optional.of(HoldMessages.unknownRules(unknown));
    }

    /** Whether a rule may hold or end a run. */
    static boolean matters(RuleVerdict rule) {
        return rule.onFail() != OnFail.REPORT;
    }

    static Stream<RuleVerdict> failing(Verdict verdict, OnFail onFail) {
        return verdict.rules().stream().filter(r -> r.onFail() == onFail && r.failing());
    }
}
