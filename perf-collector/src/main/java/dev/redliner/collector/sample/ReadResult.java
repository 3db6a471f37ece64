package dev.redliner.collector.sample;

import java.util.Objects;

/** How the read of one source ended. */
public sealed interface ReadResult {

    /** It was read. */
    record Got(Reading reading) implements ReadResult {
        public Got {
            Objects.requireNonNull(reading, "reading");
        }
    }

    /** It was not; the reason is for a person. */
    record Missed(String reason) implements ReadResult {
        public Missed {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
