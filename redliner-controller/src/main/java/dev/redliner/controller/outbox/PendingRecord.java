package dev.redliner.controller.outbox;

import dev.redliner.contracts.redirect.RedirectOrder;
import java.util.Comparator;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record that is waiting to be sent to Kafka.
 *
 * @param record the record
 * @param rank its rank among the records of its key
 * @param goodUntilNanos when the record is no longer worth sending, by the monotonic clock
 * @param taken called when Kafka has accepted the record
 * @param failed receives the reason if the record could not be sent
 */
record PendingRecord(
        ProducerRecord<String, byte[]> record,
        Rank rank,
        long goodUntilNanos,
        Runnable taken,
        Consumer<String> failed) {

    /**
     * The rank of a record among those of its pool. A redirector that has carried out one order ignores all orders that
     * rank below it.
     *
     * @param token the token of the order's run, or the revision of a pool
     * @param sequence the sequence of an order within its run
     */
    record Rank(long token, long sequence) implements Comparable<Rank> {
        /** The rank of records that simply replace the preceding one. */
        static final Rank NONE = new Rank(0, 0);

        private static final Comparator<Rank> ORDER =
                Comparator.comparingLong(Rank::token).thenComparingLong(Rank::sequence);

        static Rank of(RedirectOrder order) {
            return new Rank(order.token(), order.sequence());
        }

        @Override
        public int compareTo(Rank other) {
            return ORDER.compare(this, other);
        }
    }

    String topic() {
        return record.topic();
    }

    String key() {
        return record.key();
    }

    boolean isNewerThan(PendingRecord other) {
        return rank.compareTo(other.rank) > 0;
    }

    boolean isStale(long nowNanos) {
        return nowNanos - goodUntilNanos > 0;
    }
}
