package dev.redliner.collector.sample;

import java.util.Objects;

/** The result of reading one source. */
public sealed interface ReadResult {

    /** The source was read. */
    record Got(Reading reading) implements ReadResult {
        public Got {
            Objects.requireNonNull(reading, "reading");
        }
    }

    /** The source was not read; the reason is for a person. */
    record Missed(String reason) implements ReadResult {
        public Missed {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
