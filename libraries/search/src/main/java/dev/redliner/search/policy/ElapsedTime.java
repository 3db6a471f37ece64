package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The time that a search has taken so far. */
record ElapsedTime(@Nullable Instant from, @Nullable Instant to) {
    static final ElapsedTime NOTHING = new ElapsedTime(null, null);

    ElapsedTime until(CountInterval second) {
        return new ElapsedTime(from == null ? second.from() : from, second.to());
    }

    private Duration time() {
        return from == null || to == null ? Duration.ZERO : Duration.between(from, to);
    }

    double partOf(Duration budget) {
        return time().toMillis() / (double) budget.toMillis();
    }

    boolean uses(Duration budget) {
        return usesWith(0, budget);
    }

    /** Whether the budget is used up after so many more seconds. */
    boolean usesWith(long seconds, Duration budget) {
        return time().plusSeconds(seconds).compareTo(budget) >= 0;
    }
}
