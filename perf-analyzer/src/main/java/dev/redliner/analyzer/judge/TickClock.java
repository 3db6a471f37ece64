package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a tick of a run is closed. A tick is closed in one of these cases:
 * <ul>
 * <li>every Envoy that counts the SUT's requests has reported past the end of the tick, for the SUT and for the peers;
 * <li>a grace period has passed and some Envoys have not reported;
 * <li>no Envoy reports, and the tick would have been due.
 * </ul>
 *
 * <p>With one Envoy a tick is closed as soon as both batches have arrived. Batches that arrive too late never reopen
 * their tick.
 *
 * <p>While a reporter that counted may return, ticks have no counts. Once it is gone for good, ticks have the counts of
 * the other reporters and are not whole: rules remain UNKNOWN, but the counts can still show that the share is back at
 * its baseline.
 */
final class TickClock {
    private record Key(String reporter, String host) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparing(Key::reporter).thenComparing(Key::host).compare(this, other);
        }

        boolean ofPeers() {
            return host.equals(SampleBatch.PEERS);
        }
    }

    private static final int MOST_ASIDE = 1_000;

    /**
     * Time for which ticks have no counts after a reporter became silent. With the default reporter timeout it ends
     * 30 s after the last batch. By then, the lease and the TTL of an Envoy that is no longer connected have ended, so
     * it holds no share.
     */
    private static final Duration MAY_RETURN = Duration.ofSeconds(25);

    private final Map<Key, RequestStream> streams = new TreeMap<>();
    /**
     * Reporters that counted in this run and became silent, with the time at which that was detected. Without their
     * counts a share or a load would appear changed.
     */
    private final Map<Key, Instant> lost = new TreeMap<>();

    /** Counts of the SUT that belong to no tick and have not been passed on yet. */
    private final List<SampleBatch> setAside = new ArrayList<>();

    private final JudgeSettings settings;
    private Duration samplingInterval;
    private Instant closedAt;
    private Instant silentFrom;
    private @Nullable Instant closedTo;

    TickClock(JudgeSettings settings, Duration samplingInterval, Instant now) {
        this.settings = settings;
        this.samplingInterval = samplingInterval;
        closedAt = now;
        silentFrom = now.plus(samplingInterval).plus(settings.grace(samplingInterval));
    }

    void samplingInterval(Duration wanted) {
        samplingInterval = wanted;
    }

    /**
     * Takes a batch about the SUT or the peers; returns false if its tick is already closed. A tick waits only for
     * reporters that count requests. A batch of such a reporter without counts (it could not read its Envoy) is a tick
     * without them.
     */
    boolean add(SampleBatch batch, Instant now) {
        var key = new Key(batch.source(), batch.host());
        RequestStream stream = streams.get(key);
        if (stream == null) {
            if (!batch.countsRequests()) {
                return true;
            }
            stream = new RequestStream(batch, now);
            streams.put(key, stream);
            lost.remove(key);
        }
        if (closedTo != null && !batch.time().isAfter(closedTo)) {
            stream.sawLate(batch, now);
            setAside(batch);
            // there is no silence while counts arrive, however late: the time of the ticks waits for them
            closedAt = now;
            silentFrom = now.plus(interval()).plus(settings.grace(interval()));
            return false;
        }
        boolean inTime = stream.add(batch, now);
        if (!inTime) {
            setAside(batch);
        }
        return inTime;
    }

    private void setAside(SampleBatch batch) {
        if (batch.countsRequests() && !batch.host().equals(SampleBatch.PEERS) && setAside.size() < MOST_ASIDE) {
            setAside.add(batch);
        }
    }

    private List<SampleBatch> takeAside() {
        List<SampleBatch> taken = List.copyOf(setAside);
        setAside.clear();
        return taken;
    }

    /** The next tick that is closed by now, if any. Repeat the call until the result is empty. */
    Optional<ClosedTick> close(Instant now) {
        streams.entrySet().removeIf(entry -> {
            boolean silent = !entry.getValue().hasPending() && isSilent(entry.getValue(), now);
            if (silent) {
                lost.put(entry.getKey(), now);
            }
            return silent;
        });
        Optional<ClosedTick> counted = closeCounted(now);
        boolean silent = streams.values().stream().noneMatch(RequestStream::hasPending) && !now.isBefore(silentFrom);
        return counted.isEmpty() && silent ? Optional.of(silence(now)) : counted;
    }

    /** The next closed tick that has counts. No reporter counts as silent. */
    Optional<ClosedTick> closeCounted(Instant now) {
        if (streams.values().stream().noneMatch(RequestStream::hasPending)) {
            return Optional.empty();
        }
        if (isWhole()) {
            return Optional.of(closed(end(false), false, now));
        }
        return isOverdue(now) ? Optional.of(closed(end(true), true, now)) : Optional.empty();
    }

    private boolean isSilent(RequestStream stream, Instant now) {
        Duration patience = stream.interval().multipliedBy(3);
        Duration timeout = settings.reporterTimeout();
        return stream.seenAt()
                .plus(patience.compareTo(timeout) > 0 ? patience : timeout)
                .isBefore(now);
    }

    private boolean isWhole() {
        if (streams.keySet().stream().allMatch(Key::ofPeers)
                || streams.values().stream().anyMatch(stream -> stream.next(false) == null)
                || expectsPeersOfNewReporter()) {
            return false;
        }
        Instant end = end(false);
        return streams.values().stream().allMatch(stream -> stream.reaches(end));
    }

    /** A reporter sends a batch of the SUT and one of the peers, and it is not yet certain which one arrives first. */
    private boolean expectsPeersOfNewReporter() {
        return streams.entrySet().stream()
                .anyMatch(entry -> !entry.getKey().ofPeers()
                        && entry.getValue().isNew()
                        && !streams.containsKey(new Key(entry.getKey().reporter(), SampleBatch.PEERS)));
    }

    private boolean isOverdue(Instant now) {
        Duration grace = settings.grace(interval());
        return streams.values().stream()
                .map(RequestStream::waitingSince)
                .filter(Objects::nonNull)
                .anyMatch(since -> !now.isBefore(since.plus(grace)));
    }

    private Instant end(boolean skipMissing) {
        return streams.values().stream()
                .map(stream -> stream.next(skipMissing))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private ClosedTick closed(Instant end, boolean skipMissing, Instant now) {
        var sut = new ArrayList<SampleBatch>();
        var peers = new ArrayList<SampleBatch>();
        var notes = new ArrayList<String>();
        boolean sutWhole = streams.keySet().stream().anyMatch(key -> !key.ofPeers());
        boolean peersWhole = streams.keySet().stream().anyMatch(Key::ofPeers);
        for (var entry : streams.entrySet()) {
            Key key = entry.getKey();
            List<SampleBatch> batches = entry.getValue().take(end, skipMissing).stream()
                    .filter(SampleBatch::countsRequests)
                    .toList();
            (key.ofPeers() ? peers : sut).addAll(batches);
            if (batches.isEmpty()) {
                notes.add("no counts of " + key.host() + " by " + key.reporter() + " in this tick"
                        + age(entry.getValue().takeLate()));
                sutWhole &= key.ofPeers();
                peersWhole &= !key.ofPeers();
            }
        }
        closedTo = end;
        closedAt = now;
        silentFrom = now.plus(interval()).plus(settings.grace(interval()));
        lost.keySet().forEach(key -> notes.add("no more counts of " + key.host() + " by " + key.reporter()));
        if (lost.entrySet().stream().anyMatch(entry -> !isGone(entry.getKey(), entry.getValue(), now))) {
            sut.forEach(this::setAside);
            return new ClosedTick(end, List.of(), List.of(), false, false, notes, takeAside());
        }
        boolean whole = lost.isEmpty();
        return new ClosedTick(end, sut, peers, whole && sutWhole, whole && peersWhole, notes, takeAside());
    }

    /**
     * Whether a reporter is gone for good. A reporter that still counts other hosts is not gone: with its counts of the
     * peers and without those of the SUT, a share that is held would look like the baseline.
     *
     * @param since when the reporter became silent about this host
     */
    private boolean isGone(Key silent, Instant since, Instant now) {
        return !since.plus(MAY_RETURN).isAfter(now)
                && streams.keySet().stream().noneMatch(key -> key.reporter().equals(silent.reporter()));
    }

    private static String age(@Nullable Duration late) {
        return late == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        ": they were %.1f s old when they arrived, because the clock of this reporter is slow or Kafka is",
                        late.toMillis() / 1e3);
    }

    /** Closes the tick whose grace has just ended, so that a later tick is never older than this one. */
    private ClosedTick silence(Instant now) {
        Instant due = now.minus(settings.grace(samplingInterval));
        Instant end = closedTo == null ? due : closedTo.plus(Duration.between(closedAt, due));
        // counts that arrive later are late: a tick must not be older than one before
        closedTo = end;
        closedAt = due;
        silentFrom = now.plus(samplingInterval);
        List<String> notes = List.of("no Envoy reports requests");
        return new ClosedTick(end, List.of(), List.of(), false, false, notes, takeAside());
    }

    /** The sampling interval as requested, or the actual one while collectors are slower. */
    private Duration interval() {
        return streams.values().stream()
                .map(RequestStream::interval)
                .max(Comparator.naturalOrder())
                .filter(slowest -> slowest.compareTo(samplingInterval) > 0)
                .orElse(samplingInterval);
    }
}
