package dev.redliner.testbench.chaos;

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
 * @param seed determines the whole campaign
 * @param runs number of runs
 * @param threads number of threads
 * @param defect a mistake to make on purpose
 * @param stopAfter number of violations after which the campaign ends early
 */
public record Campaign(long seed, long runs, int threads, Defect defect, int stopAfter) {
    public Campaign {
        if (runs < 1 || threads < 1 || stopAfter < 1) {
            throw new IllegalArgumentException(runs + " runs on " + threads + " threads until " + stopAfter);
        }
    }

    /** Runs the whole campaign. */
    public CampaignFindings run() {
        var next = new AtomicLong();
        var violated = new AtomicLong();
        var pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<CampaignFindings>> parts = IntStream.range(0, threads)
                    .mapToObj(i -> pool.submit(() -> part(next, violated)))
                    .toList();
            var all = new CampaignFindings(seed);
            for (Future<CampaignFindings> part : parts) {
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

    private CampaignFindings part(AtomicLong next, AtomicLong violated) {
        var findings = new CampaignFindings(seed);
        // one registry and one cache of rules for each thread, because threads must not contend for them
        SharedParts shared = SharedParts.ofThread();
        for (long index = next.getAndIncrement();
                index < runs && violated.get() < stopAfter;
                index = next.getAndIncrement()) {
            RunOutcome outcome = new CampaignRun(seed, index, defect, false, shared).run();
            violated.addAndGet(outcome.violations().size());
            findings.add(outcome);
        }
        findings.addSamples(shared.meters().samples());
        return findings;
    }

    /** Repeats one run and reports every event of it, line by line. Its violations carry their traces. */
    public List<Violation> replay(long index, Consumer<String> reader) {
        var run = new CampaignRun(seed, index, defect, true, SharedParts.ofThread());
        run.report(reader);
        return run.run().violations();
    }
}
