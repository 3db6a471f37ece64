package dev.redliner.controller.journal;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the events of runs that ended long ago. Their reports stay. A replay only needs the events of runs that are
 * not over, so older events are kept for people only. Every controller runs the deletion, because repeating it is
 * harmless.
 */
public final class Retention {
    private static final Logger log = LoggerFactory.getLogger(Retention.class);
    /** Events per transaction: some megabytes, so that no other transaction waits long. */
    private static final int BATCH = 500;
    /** Limit per call. The rest is deleted by the following calls. */
    private static final int MOST_BATCHES = 200;

    private final RunJournal journal;
    private final Duration keep;
    private final InstantSource clock;
    private final AtomicReference<Double> events = new AtomicReference<>(Double.NaN);
    private final AtomicReference<Double> bytes = new AtomicReference<>(Double.NaN);

    /** @param keep how long the events of a run stay after its end */
    public Retention(RunJournal journal, Duration keep, InstantSource clock, MeterRegistry meters) {
        this.journal = journal;
        this.keep = keep;
        this.clock = clock;
        Gauge.builder("redliner.journal.events", events, AtomicReference::get)
                .description("Events in the journals of all runs, counted every 5 minutes; NaN before the first count")
                .register(meters);
        Gauge.builder("redliner.database.size", bytes, AtomicReference::get)
                .description("Size of the database, read every 5 minutes; NaN if the database does not report it")
                .baseUnit("bytes")
                .register(meters);
    }

    /**
     * Deletes the events that are too old, and updates the metrics of the remaining ones. Throws if the database does
     * not answer.
     */
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
