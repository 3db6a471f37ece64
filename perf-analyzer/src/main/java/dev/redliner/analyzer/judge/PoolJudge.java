package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.rule.KnownRule;
import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.GapNote;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The state of one pool: its samples, and the runs that watch it. Takes batches, watches and the time, and returns the
 * verdicts that are due. Not safe for concurrent use.
 */
public final class PoolJudge {
    /**
     * The result of a batch.
     *
     * @param verdicts the verdicts that are due now
     * @param late whether the batch arrived after its tick was closed; it is in the windows nevertheless
     */
    public record Judged(List<Verdict> verdicts, boolean late) {}

    private final JudgeSettings settings;
    private final PoolSamples samples = new PoolSamples();
    private final Map<String, WatchedRun> runs = new LinkedHashMap<>();
    /** The issue of the first watch of each run that was received, also of those that have expired. */
    private final Map<String, Instant> runsBegan = new HashMap<>();

    private final RecentNotes notes;
    private Instant evictedAt = Instant.MIN;

    public PoolJudge(JudgeSettings settings) {
        this.settings = settings;
        notes = new RecentNotes(settings.reporterTimeout());
    }

    /** Takes a batch that is neither a duplicate nor of a wrong clock. */
    public Judged on(SampleBatch batch, Instant now) {
        boolean late = add(batch, now);
        return new Judged(at(now), late);
    }

    /**
     * Takes a batch from before this analyzer took the pool over. Later batches are still to be read, so a lack of them
     * closes no tick.
     */
    public Judged again(SampleBatch batch, Instant now) {
        boolean late = add(batch, now);
        return new Judged(due(now, run -> run.clock.closeCounted(now)), late);
    }

    private boolean add(SampleBatch batch, Instant now) {
        samples.add(batch);
        batch.gaps().forEach(gap -> notes.add(new GapNote(batch.host(), gap.name(), gap.reason()).text(), now));
        boolean late = false;
        for (WatchedRun run : runs.values()) {
            boolean ofTick =
                    batch.host().equals(SampleBatch.PEERS) || run.watch().sut().contains(batch.host());
            late |= ofTick && run.covers(batch, settings.reporterTimeout()) && !run.clock.add(batch, now);
        }
        if (late) {
            notes.add("late batch of " + batch.reporter() + " about " + batch.host() + " is in no tick", now);
        }
        return late;
    }

    /** Takes a watch, new or renewed, with its compiled rules. A watch that expired long ago is ignored. */
    public void on(Watch watch, List<KnownRule> rules, Instant now) {
        Instant begun = runsBegan.merge(watch.run(), watch.issuedAt(), (a, b) -> a.isBefore(b) ? a : b);
        if (watch.validUntil().plus(settings.reporterTimeout()).isBefore(now)) {
            return;
        }
        WatchedRun run = runs.get(watch.run());
        if (run == null) {
            runs.put(watch.run(), new WatchedRun(watch, rules, settings, begun, now));
        } else {
            run.renew(watch, rules, now);
        }
    }

    /** Adds a note for a person to the next verdicts. */
    public void note(String note, Instant now) {
        notes.add(note, now);
    }

    /** The verdicts that are due by now. To be called often, because a lack of samples also gives verdicts. */
    public List<Verdict> at(Instant now) {
        return due(now, run -> run.clock.close(now));
    }

    private List<Verdict> due(Instant now, Function<WatchedRun, Optional<ClosedTick>> close) {
        runs.values().removeIf(run -> run.isOver(now));
        evict(now);
        var verdicts = new ArrayList<Verdict>();
        for (WatchedRun run : runs.values()) {
            Optional<ClosedTick> closed;
            while ((closed = close.apply(run)).isPresent()) {
                Verdict verdict = new VerdictWriter(settings, samples, run, closed.get()).write(notes.at(now), now);
                boolean sent = !verdict.at().isBefore(now.minus(settings.oldestVerdict()));
                if (sent) {
                    verdicts.add(verdict);
                }
                Optional.ofNullable(verdict.tick()).ifPresent(tick -> run.unplaced.wrote(tick, sent));
            }
        }
        return verdicts;
    }

    /** Whether there are neither samples nor watches. */
    public boolean isIdle() {
        return runs.isEmpty() && samples.isEmpty();
    }

    /** Number of watched runs. */
    public int watched() {
        return runs.size();
    }

    /** Once a second is sufficient and cheap. */
    private void evict(Instant now) {
        if (evictedAt != Instant.MIN && Duration.between(evictedAt, now).toMillis() < 1000) {
            return;
        }
        evictedAt = now;
        Duration retention = runs.values().stream()
                .map(run -> run.longestWindow(Duration.ZERO).multipliedBy(3).dividedBy(2))
                .reduce(settings.retention(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        samples.evictBefore(now.minus(retention));
        Instant forgotten = now.minus(settings.retention().multipliedBy(2));
        runsBegan
                .entrySet()
                .removeIf(
                        run -> !runs.containsKey(run.getKey()) && run.getValue().isBefore(forgotten));
        samples.evictTooMuch()
                .ifPresent(oldest -> notes.add(
                        "too many metrics to keep all of them; windows have no values from before " + oldest, now));
    }
}
