package dev.redliner.controller.outbox;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.service.CatalogListener;
import dev.redliner.controller.service.CatalogSnapshot;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.UnreadableService;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the pools of the catalog to redirectors and collectors, on a separate thread.
 *
 * <p>Compaction keeps the last record of a pool, not the one with the highest revision, and several controllers write.
 * Therefore, after Kafka has accepted a record, its publisher reads the catalog again and publishes a newer record if
 * there is one. The last record of a pool is thus always the newest. A record that Kafka did not accept is published
 * again.
 */
public final class PoolAnnouncer implements CatalogListener, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PoolAnnouncer.class);
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final Outbox outbox;
    private final Supplier<ServiceCatalog> catalog;
    private final ScheduledExecutorService thread;

    /** @param catalog looked up when there is something to announce */
    public PoolAnnouncer(Outbox outbox, Supplier<ServiceCatalog> catalog) {
        this(outbox, catalog, DatabaseThread.discarding("redliner-controller-pools"));
    }

    PoolAnnouncer(Outbox outbox, Supplier<ServiceCatalog> catalog, ScheduledExecutorService thread) {
        this.outbox = outbox;
        this.catalog = catalog;
        this.thread = thread;
    }

    @Override
    public void changed(String service) {
        publish(service, 0);
    }

    /** Publishes all pools again. */
    public void announce() {
        CatalogSnapshot all = catalog.get().snapshot();
        all.pools().forEach(this::publish);
        all.unreadablePools().forEach(pool -> notAnnounced(pool.problem()));
        all.declared().stream()
                .flatMap(stored -> ServiceCatalog.problem(stored).stream())
                .forEach(it -> log.warn(
                        "service={} cannot be measured until it is corrected and applied again: {}",
                        it.service(),
                        it.problem()));
    }

    private static void notAnnounced(UnreadableService why) {
        log.error(
                "pool={} is not announced, and redirectors keep their present record, until its service is corrected"
                        + " and applied again: {}",
                why.service(),
                why.problem());
    }

    /** Publishes the record of a pool if it is newer than the revision that Kafka already has. */
    private void publish(String pool, long known) {
        try {
            Optional<PoolRecord> record = catalog.get().pool(pool);
            record.filter(it -> it.revision() > known).ifPresent(this::publish);
        } catch (UnreadableService e) {
            notAnnounced(e);
        } catch (RuntimeException e) {
            log.warn("pool={} is not announced: {}; retrying in {}", pool, e.getMessage(), AGAIN);
            later(pool, known);
        }
    }

    private void publish(PoolRecord record) {
        outbox.publish(
                record,
                () -> thread.execute(() -> publish(record.name(), record.revision())),
                why -> failed(record, why));
    }

    private void failed(PoolRecord record, String why) {
        log.warn(
                "pool={} revision={} could not be announced: {}; retrying in {}",
                record.name(),
                record.revision(),
                why,
                AGAIN);
        later(record.name(), 0);
    }

    private void later(String pool, long known) {
        thread.schedule(() -> publish(pool, known), AGAIN.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        DatabaseThread.end(thread);
    }
}
