package dev.redliner.controller.journal;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the events of runs that ended long ago; their reports stay. A replay needs the events of runs that are not over
 * only, so what is kept longer is kept for people. Every controller does so, as it does no harm twice.
 */
public final class Retention {
    private static final Logger log = LoggerFactory.getLogger(Retention.class);
    /** Events at a time: some megabytes, so that no other transaction waits long. */
    private static final int BATCH = 500;
    /** In one go; what is left waits for the next. */
    private static final int MOST_BATCHES = 200;

    private final RunJournal journal;
    private final Duration keep;
    private final InstantSource clock;
    private final AtomicReference<Double> events = new AtomicReference<>(Double.NaN);
    private final AtomicReference<Double> bytes = new AtomicReference<>(Double.NaN);

    /** @param keep how long after its end a run keeps its events */
    public Retention(RunJournal journal, Duration keep, InstantSource clock, MeterRegistry meters) {
        this.journal = journal;
        this.keep = keep;
        this.clock = clock;
        Gauge.builder("redliner.journal.events", events, AtomicReference::get)
                .description("Events in the journals of all runs, as counted last; NaN before the first count")
                .register(meters);
        Gauge.builder("redliner.database.size", bytes, AtomicReference::get)
                .description("Size of the database in bytes, as read last; NaN if the database does not tell")
                .baseUnit("bytes")
                .register(meters);
    }

    /** Deletes what is too old, and measures what is there. Throws if the database does not answer. */
    public void apply() {
        int batches = 0;
        while (batches < MOST_BATCHES && journal.deleteEvents(clock.instant().minus(keep), BATCH, clock.instant())) {
            batches++;
        }
        if (batches > 0) {
            log.info(
                    "journals of runs that ended more than {} ago: {} batches of {} events deleted",
                    keep,
                    batches,
                    BATCH);
        }
        events.set((double) journal.events());
        bytes.set(journal.size().stream().mapToDouble(it -> it).findFirst().orElse(Double.NaN));
    }
}
