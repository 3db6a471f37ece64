package dev.redliner.standalone.restore;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.RedirectOrder;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.KafkaException;

/**
 * Restores all pools without a controller. Leases expire by themselves. This ends them sooner where it can, and it
 * checks every Envoy in any case. Each missing resource is reported, and the restore goes on without it.
 */
public final class RestoreOffline {
    private static final Duration LOOK = Duration.ofMillis(500);
    /** An order's validity and Envoy's TTL are 6 s together by default. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Optional<JournalFile> database;
    private final KafkaRestore kafka;
    private final Map<String, Pool> pools;
    private final OfflineAudit audit;
    private final InstantSource clock;
    private final EnvoyRuntime envoys = new EnvoyRuntime();
    private final Map<String, String> journal = new TreeMap<>();
    /** The pools of the journal, also those whose definition cannot be read. */
    private final Set<String> named = new TreeSet<>();

    private final List<RedirectOrder> orders = new ArrayList<>();
    private String databaseWords = "";
    private String kafkaWords = "";
    private boolean journalRead;

    /**
     * @param database its address; empty: there is none
     * @param kafka settings of a Kafka client, its brokers among them
     * @param declared pools from service files
     * @param audit receives the audit entry
     */
    public RestoreOffline(
            Optional<JournalFile> database,
            Map<String, Object> kafka,
            List<Pool> declared,
            OfflineAudit audit,
            InstantSource clock) {
        this(database, new KafkaRestore(kafka), declared, audit, clock);
    }

    RestoreOffline(
            Optional<JournalFile> database,
            KafkaRestore kafka,
            List<Pool> declared,
            OfflineAudit audit,
            InstantSource clock) {
        this.database = database;
        this.kafka = kafka;
        this.pools = new TreeMap<>();
        this.audit = audit;
        this.clock = clock;
        declared.forEach(pool -> pools.put(pool.name(), pool));
    }

    /** Restores, and checks the result for up to ten seconds. */
    public OfflineResult restore() {
        readJournal();
        askKafka();
        List<PoolFound> found = look();
        Instant until = clock.instant().plus(PATIENCE);
        while (found.stream().anyMatch(it -> it.restored() == Restored.NO)
                && clock.instant().isBefore(until)) {
            LockSupport.parkNanos(LOOK.toNanos());
            found = look();
        }
        return OfflineResult.of(
                databaseWords,
                kafkaWords,
                found,
                journalRead || kafka.incomplete().isEmpty());
    }

    private void readJournal() {
        if (database.isEmpty()) {
            databaseWords = "there is none; pools are those of Kafka and of service files";
            audit.leave();
            return;
        }
        try (OfflineJournal opened = OfflineJournal.open(database.get())) {
            StoredPools stored = opened.pools();
            stored.readable().forEach(pools::putIfAbsent);
            named.addAll(stored.names());
            journal.putAll(opened.activeRuns());
            for (String pool : stored.names()) {
                orders.add(RedirectOrder.restoreAbove(pool, opened.raiseToken(pool), clock.instant()));
            }
            journalRead = true;
            databaseWords = "read from " + database.get().words() + stored.problems();
            audit.write(opened.connection());
        } catch (SQLException e) {
            databaseWords = database.get().words() + " cannot be read: " + e.getMessage()
                    + ". A controller that hangs may have it open: stop that process and try again";
            audit.leave();
        }
    }

    private void askKafka() {
        try {
            // the orders of the journal do not wait for the topics
            List<String> failures = new ArrayList<>(orders.isEmpty() ? List.of() : kafka.send(orders));
            kafka.pools().forEach(pools::putIfAbsent);
            if (!journalRead) {
                List<RedirectOrder> others = ordersWithoutJournal();
                orders.addAll(others);
                failures.addAll(others.isEmpty() ? List.of() : kafka.send(others));
            }
            kafkaWords = failures.isEmpty()
                    ? "orders to restore sent to " + kafka.brokers() + ": " + orders.size()
                    : "orders were not taken: " + String.join("; ", failures);
            if (!kafka.incomplete().isEmpty()) {
                kafkaWords += ". Only a part could be read of " + String.join(" and ", kafka.incomplete())
                        + ": a pool or a lease may be missing here";
            }
        } catch (KafkaException e) {
            kafkaWords = "no broker answers at " + kafka.brokers() + "; leases run out by themselves";
        }
    }

    private List<RedirectOrder> ordersWithoutJournal() {
        Instant now = clock.instant();
        Map<String, Long> tokens = kafka.tokens(now);
        return pools.keySet().stream()
                .filter(tokens::containsKey)
                .map(pool -> RedirectOrder.restoreWithoutJournal(pool, tokens.getOrDefault(pool, 1L), now))
                .toList();
    }

    private List<PoolFound> look() {
        var all = new TreeSet<>(named);
        all.addAll(pools.keySet());
        return all.stream()
                .map(name -> PoolFound.of(
                        name,
                        says(name),
                        Optional.ofNullable(pools.get(name)).map(envoys::look).orElse(List.of())))
                .toList();
    }

    private String says(String pool) {
        return journal.getOrDefault(pool, journalRead ? "no run" : "unknown");
    }
}
