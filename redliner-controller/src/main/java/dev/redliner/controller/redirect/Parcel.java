package dev.redliner.controller.redirect;

import dev.redliner.contracts.redirect.RedirectOrder;
import java.util.Comparator;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record on its way to Kafka.
 *
 * @param record what is sent
 * @param rank where it stands among those of its key
 * @param goodUntilNanos when it is no longer worth sending, by the monotonic clock
 * @param taken is called when Kafka has it
 * @param failed hears why it could not be sent
 */
record Parcel(
        ProducerRecord<String, byte[]> record,
        Rank rank,
        long goodUntilNanos,
        Runnable taken,
        Consumer<String> failed) {

    /**
     * A record's place among those of its pool. A redirector that has obeyed one obeys none that ranks below it.
     *
     * @param token of an order's run, or the revision of a pool
     * @param sequence of an order within it
     */
    record Rank(long token, long sequence) implements Comparable<Rank> {
        /** Of what simply replaces what was sent before. */
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

    boolean isNewerThan(Parcel other) {
        return rank.compareTo(other.rank) > 0;
    }

    boolean isStale(long nowNanos) {
        return nowNanos - goodUntilNanos > 0;
    }
}
