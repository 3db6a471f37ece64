package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.util.List;
import java.util.Optional;

/**
 * Whether so few of the requests are answered that the answers say nothing of the load. No rule fails yet, as the requests
 * that wait are younger than its limits; but three fast answers of 3,000 requests are no sign that a load holds.
 */
final class FewAnswers {
    /** A step is at most 1.6 times the load before it, so a slow host answers more than this part all the while. */
    private static final double PART = 0.5;

    private static final double FEWEST_REQUESTS = 50;

    private FewAnswers() {}

    /** Why nothing can be said of the load; empty if enough is answered. */
    static Optional<String> unknown(List<Tick> recent) {
        Lately lately = Lately.of(recent);
        return lately.requested() >= FEWEST_REQUESTS && lately.completed() < PART * lately.requested()
                ? Optional.of(RunMessages.fewAnswers(lately.completed(), lately.requested(), Lately.OVER))
                : Optional.empty();
    }
}
