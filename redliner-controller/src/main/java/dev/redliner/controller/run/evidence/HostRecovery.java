package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.message.MeasurementMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The return of the SUT to its normal after the restore, as far as it is watched. It is judged over the newest ticks
 * that are two seconds long and have 20 requests.
 *
 * @param recent these ticks, since every Envoy confirmed the baseline
 * @param recovered when the SUT was seen at its normal; null before
 * @param deviation the part that was not normal last; null if it was never seen not to be normal
 * @param shared whether the peers differ from their own baseline by as much, so that the deviation need not be the SUT's
 * @param watched until when ticks were judged, or seen if none could be judged yet; null before the first
 * @param slowAt start of the newest ticks that were judged as not normal: the SUT was not normal at this moment or
 *     later; null before
 * @param waits whether the run may continue for the SUT; false after an abort or a takeover
 */
public record HostRecovery(
        List<Seen> recent,
        @Nullable Instant recovered,
        @Nullable String deviation,
        boolean shared,
        @Nullable Instant watched,
        @Nullable Instant slowAt,
        boolean waits) {
    public static final HostRecovery NONE = new HostRecovery(List.of(), null, null, false, null, null, true);

    /** The SUT is at its normal if it is so over this time. */
    private static final double NORMAL_FOR_SECONDS = 2;

    private static final double ROUNDING = 1e-6;
    private static final double FEWEST_REQUESTS = 20;
    private static final double ANSWERED = 0.5;
    private static final double SLOWER = 1.5;
    private static final double SLOWER_MS = 1;
    private static final double TAIL = 0.99;
    private static final double BUSIER = 0.10;
    private static final double MORE_UNREAD = 2;
    /** Number of standard deviations that chance may explain. */
    private static final double CHANCE = 4;

    /**
     * A tick of the SUT.
     *
     * @param began its beginning by the earlier of two clocks
     * @param unread connections with data that the SUT has not read; null if it was not reported
     */
    record Seen(Tick tick, Instant began, @Nullable Double unread) {}

    public HostRecovery {
        recent = List.copyOf(recent);
    }

    /**
     * Adds a tick that began after every Envoy confirmed the baseline.
     *
     * @param began the beginning of the tick, by the earlier of two clocks
     * @param signals the signals of the tick; null if they were not reported
     * @param limit the tightest latency limit of the rules; zero if there is none
     */
    public HostRecovery observe(
            Tick tick, Instant began, @Nullable SignalValues signals, Baseline normal, Duration limit, Instant now) {
        if (recovered != null) {
            return this;
        }
        var seen = new ArrayList<>(recent);
        seen.add(new Seen(tick, began, signals == null ? null : signals.values().get(HostEvidence.PROC_UNREAD)));
        while (isEnough(seen.subList(1, seen.size()))) {
            seen.remove(0);
        }
        if (!isEnough(seen)) {
            return new HostRecovery(seen, null, deviation, shared, deviation == null ? now : watched, slowAt, waits);
        }
        Optional<String> off = deviation(seen, normal, limit, PeerChange.NONE);
        if (off.isEmpty()) {
            return new HostRecovery(seen, now, deviation, shared, now, slowAt, waits);
        }
        PeerChange peers = PeerChange.of(seen.stream().map(Seen::tick).toList(), normal.peers(), limit);
        Optional<String> ofSut = deviation(seen, normal, limit, peers);
        return new HostRecovery(
                seen,
                null,
                ofSut.orElse(off.get()),
                ofSut.isEmpty(),
                now,
                ofSut.isEmpty() ? slowAt : seen.get(0).began(),
                waits);
    }

    /** The same, of a run that no longer waits for it. */
    public HostRecovery withoutWaiting() {
        return new HostRecovery(recent, recovered, deviation, shared, watched, slowAt, false);
    }

    private static boolean isEnough(List<Seen> seen) {
        TickSum sum = sum(seen);
        // a SUT that hangs answers nothing
        return sum.seconds() >= NORMAL_FOR_SECONDS - ROUNDING
                && Math.max(sum.completed(), sum.requested()) >= FEWEST_REQUESTS;
    }

    private static TickSum sum(List<Seen> seen) {
        TickSum sum = TickSum.NONE;
        for (Seen one : seen) {
            sum = sum.plus(one.tick());
        }
        return sum;
    }

    /** @param peers the change of the peers that is not held against the SUT */
    private static Optional<String> deviation(List<Seen> seen, Baseline normal, Duration limit, PeerChange peers) {
        TickSum now = sum(seen);
        return unanswered(now)
                .or(() -> slower(now, normal, peers))
                .or(() -> slowerTail(now, normal, peers))
                .or(() -> worse(now, normal, limit, peers))
                .or(() -> busier(seen, now, normal))
                .or(() -> moreUnread(seen, normal));
    }

    private static Optional<String> unanswered(TickSum now) {
        return now.completed() < ANSWERED * now.requested()
                ? Optional.of(MeasurementMessages.fewAnswered(now.completed(), now.requested()))
                : Optional.empty();
    }

    private static Optional<String> slower(TickSum now, Baseline normal, PeerChange peers) {
        Double median = now.quantileMs(0.5);
        Double usual = normal.seen().quantileMs(0.5);
        return median != null && usual != null && median > SLOWER * usual * peers.slower() + SLOWER_MS
                ? Optional.of(MeasurementMessages.slowerThanNormal(median, usual))
                : Optional.empty();
    }

    /** The p99 of a few requests is a guess, but their number above the usual p99 is a count. */
    private static Optional<String> slowerTail(TickSum now, Baseline normal, PeerChange peers) {
        Double usual = normal.seen().meaningfulMs(TAIL);
        if (usual == null) {
            return Optional.empty();
        }
        double limitMs = SLOWER * usual * peers.slowerTail() + SLOWER_MS;
        double slow = now.slowerThan(Duration.ofNanos(Math.round(limitMs * 1e6)));
        double known = known(now);
        return slow > withChance((1 - TAIL) * known)
                ? Optional.of(MeasurementMessages.slowerTailThanNormal(slow, known, limitMs))
                : Optional.empty();
    }

    private static Optional<String> worse(TickSum now, Baseline normal, Duration limit, PeerChange peers) {
        double bad = BadRequests.of(now.errors(), now.completed(), now.latency(), now.overdue(), limit);
        double known = known(now);
        return bad > withChance((normal.badFraction() + peers.moreBad()) * known)
                ? Optional.of(MeasurementMessages.worseThanNormal(bad / known, normal.badFraction()))
                : Optional.empty();
    }

    /** Requests that were answered, and those that are overdue. */
    private static double known(TickSum now) {
        return now.completed() + Math.max(0, now.overdue().net());
    }

    private static double withChance(double expected) {
        return expected + CHANCE * Math.sqrt(expected + 1);
    }

    private static Optional<String> busier(List<Seen> seen, TickSum now, Baseline normal) {
        Double cpu = mean(seen.stream().map(one -> one.tick().cpu()).toList());
        Double usual = normal.cpu();
        // the pool may have more traffic than at the baseline
        double load = normal.seen().sutRps() > 0
                ? Math.max(1, now.sutRps() / normal.seen().sutRps())
                : 1;
        return cpu != null && usual != null && cpu > usual * load + BUSIER
                ? Optional.of(MeasurementMessages.busierThanNormal(cpu, usual))
                : Optional.empty();
    }

    private static Optional<String> moreUnread(List<Seen> seen, Baseline normal) {
        Double unread = mean(seen.stream().map(Seen::unread).toList());
        Double usual = normal.signals().values().get(HostEvidence.PROC_UNREAD);
        return unread != null && usual != null && unread > SLOWER * usual + MORE_UNREAD
                ? Optional.of(MeasurementMessages.moreUnreadThanNormal(unread, usual))
                : Optional.empty();
    }

    /** Mean of the values that were reported; null if none was. */
    private static @Nullable Double mean(List<@Nullable Double> values) {
        List<Double> reported = values.stream().filter(Objects::nonNull).toList();
        return reported.isEmpty()
                ? null
                : (Double) reported.stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow();
    }
}
