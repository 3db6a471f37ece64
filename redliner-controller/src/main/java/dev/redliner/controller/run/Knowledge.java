package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Outcome;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the pool just now, and since when something needed is not.
 *
 * @param last the newest verdict; null before the first
 * @param lastArrived when it came; null before the first
 * @param patience how long needed data was missing
 * @param missing a sentence of {@link RunMessages} that names the missing data; empty while all is known
 * @param recent the ticks of the last seconds, as many as a guard looks back
 * @param traffic of the whole pool
 * @param evidence ticks not yet handed to the search
 */
record Knowledge(
        @Nullable Verdict last,
        @Nullable Instant lastArrived,
        Patience patience,
        String missing,
        List<Tick> recent,
        PoolTraffic traffic,
        Evidence evidence) {
    private static final Duration RECENT = Duration.ofSeconds(10);
    static final Duration SHARE_WINDOW = Duration.ofSeconds(3);

    static final Knowledge NONE =
            new Knowledge(null, null, Patience.FULL, "", List.of(), PoolTraffic.UNKNOWN, Evidence.NONE);

    Knowledge {
        recent = List.copyOf(recent);
    }

    Knowledge heard(Verdict verdict, Instant now) {
        var ticks = new ArrayList<>(recent);
        Tick tick = verdict.tick();
        if (tick != null) {
            ticks.add(tick);
            ticks.removeIf(t -> t.to().plus(RECENT).isBefore(tick.to()));
        }
        return new Knowledge(
                verdict, now, patience, missing, ticks, tick == null ? traffic : traffic.with(tick), evidence);
    }

    Knowledge with(Evidence more) {
        return new Knowledge(last, lastArrived, patience, missing, recent, traffic, more);
    }

    /**
     * All that is needed is known of this tick. One that is longer than the interval covers missed reads: while they were
     * missing nobody knew, although their counts came afterwards.
     *
     * @param interval how long a tick is when no read is missed
     */
    Knowledge allKnown(Tick tick, Duration interval, Instant now) {
        Duration known = tick.length().compareTo(interval) < 0 ? tick.length() : interval;
        return new Knowledge(last, lastArrived, patience.known(known, now), "", recent, traffic, evidence);
    }

    /** Traffic is moved from now on: what was missing before cost nobody anything. */
    Knowledge withFullPatience(Instant now) {
        return new Knowledge(last, lastArrived, new Patience(0, 0, now, false), missing, recent, traffic, evidence);
    }

    /** The very same if that is no news, so that it need not be journalled again and again. */
    Knowledge lacking(String what, Instant now) {
        if (patience.missing() && missing.equals(what) && evidence.ticks().isEmpty()) {
            return this;
        }
        return new Knowledge(last, lastArrived, patience.lacking(now), what, recent, traffic, Evidence.NONE);
    }

    boolean unknownLongerThan(Duration limit, Instant now) {
        return patience.exceeds(limit, now);
    }

    boolean silentLongerThan(Duration limit, Instant since, Instant now) {
        Instant heard = lastArrived == null ? since : lastArrived;
        return heard.plus(limit).isBefore(now);
    }

    /** When the newest verdict is of: the earlier of what its clock and the controller's say. */
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

    /** A sentence that names the rules that matter and are UNKNOWN; empty if all are known. */
    static Optional<String> unknownRules(Verdict verdict) {
        List<String> unknown = verdict.rules().stream()
                .filter(r -> matters(r) && r.outcome() == Outcome.UNKNOWN)
                .map(r -> r.reason() == null ? r.rule() : r.rule() + " (" + r.reason() + ")")
                .toList();
        return unknown.isEmpty() ? Optional.empty() : Optional.of(RunMessages.unknownRules(unknown));
    }

    /** Whether a rule may hold or end a run. */
    static boolean matters(RuleVerdict rule) {
        return rule.onFail() != OnFail.REPORT;
    }

    static Optional<RuleVerdict> failing(Verdict verdict, OnFail onFail) {
        return verdict.rules().stream()
                .filter(r -> r.onFail() == onFail && r.failing())
                .findFirst();
    }
}
