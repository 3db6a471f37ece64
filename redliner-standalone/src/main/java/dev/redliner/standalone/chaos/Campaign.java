package dev.redliner.standalone.chaos;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Many virtual runs.
 *
 * @param seed what makes it this campaign and no other
 * @param runs how many
 * @param threads on how many threads
 * @param defect a mistake to make on purpose
 * @param stopAfter violations after which it ends early
 */
public record Campaign(long seed, long runs, int threads, Defect defect, int stopAfter) {
    public Campaign {
        if (runs < 1 || threads < 1 || stopAfter < 1) {
            throw new IllegalArgumentException(runs + " runs on " + threads + " threads until " + stopAfter);
        }
    }

    /** Runs all of them. */
    public Findings run() {
        var next = new AtomicLong();
        var violated = new AtomicLong();
        var pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Findings>> parts = IntStream.range(0, threads)
                    .mapToObj(i -> pool.submit(() -> part(next, violated)))
                    .toList();
            var all = new Findings(seed);
            for (Future<Findings> part : parts) {
                all.add(part.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }

    private Findings part(AtomicLong next, AtomicLong violated) {
        var findings = new Findings(seed);
        // one for each thread: nobody reads these meters, and nobody should wait for them
        Meters meters = Meters.unread();
        for (long index = next.getAndIncrement();
                index < runs && violated.get() < stopAfter;
                index = next.getAndIncrement()) {
            Outcome outcome = new VirtualRun(seed, index, defect, false, meters).run();
            violated.addAndGet(outcome.violations().size());
            findings.add(outcome);
        }
        return findings;
    }

    /** One run again, with all that happens in it told line by line; its violations have their traces. */
    public List<Violation> replay(long index, Consumer<String> reader) {
        var run = new VirtualRun(seed, index, defect, true, Meters.unread());
        run.tell(reader);
        return run.run().violations();
    }
}
