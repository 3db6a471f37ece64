package dev.redliner.kafka;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The position from which a topic is read.
 *
 * @param since the first record whose timestamp is not before this; null: records that are appended from now on
 */
public record TopicStart(@Nullable Instant since) {
    /** All records. */
    public static final TopicStart BEGINNING = new TopicStart(Instant.EPOCH);
    /** Records that are appended from now on. */
    public static final TopicStart END = new TopicStart(null);

    /** Records from this time on, by their timestamps. */
    public static TopicStart since(Instant time) {
        return new TopicStart(time);
    }
}
