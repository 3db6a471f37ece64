package dev.redliner.controller.run.evidence;

import dev.redliner.controller.run.message.ProgressMessages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Seconds in which the peers suffered too, such as from a shared database, a burst of traffic or the network, or in
 * which a machine stood still. The behaviour of the SUT in these seconds is no evidence of its capacity. Checks that
 * protect users use these seconds nevertheless.
 *
 * @param lately the seconds of the last half minute that are left out
 * @param leftOut all seconds that were left out
 * @param until end of the time in which the queue of the last such second may remain; null if there was none
 * @param muchSince since when too large a part of the last half minute is left out; null while it is not
 */
public record SharedIncident(List<Span> lately, double leftOut, @Nullable Instant until, @Nullable Instant muchSince) {
    public static final SharedIncident NONE = new SharedIncident(List.of(), 0, null, null);
    private static final Duration LATELY = Duration.ofSeconds(30);
    /** Limit in half a minute. Beyond it, the remaining seconds may not be a fair sample. */
    private static final double MOST_SECONDS = 10;
    /** A host near its limit takes longer to work off a queue than other hosts. */
    private static final Duration AFTERMATH = Duration.ofSeconds(2);

    /** A span of time. */
    record Span(Instant from, Instant to) {
        double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    public SharedIncident {
        lately = List.copyOf(lately);
    }

    /** Whether observations from this time on are no evidence. */
    public boolean includes(Instant from, boolean suffering) {
        return suffering || until != null && from.isBefore(until);
    }

    /**
     * Adds a second.
     *
     * @param suffering whether the peers suffer in this second
     */
    public SharedIncident observe(Instant from, Instant to, boolean suffering) {
        boolean left = includes(from, suffering);
        Instant end = suffering ? to.plus(AFTERMATH) : until;
        var spans = new ArrayList<>(lately);
        spans.removeIf(span -> span.to().plus(LATELY).isBefore(to));
        var span = new Span(from, to);
        if (left) {
            spans.add(span);
        }
        double seconds = spans.stream().mapToDouble(Span::seconds).sum();
        Instant much = seconds <= MOST_SECONDS ? null : muchSince == null ? to : muchSince;
        return new SharedIncident(spans, left ? leftOut + span.seconds() : leftOut, end, much);
    }

    /** Whether there was a shared incident after this time, so that a rule with a window of that length may reflect it. */
    public boolean since(Instant from) {
        return lately.stream().anyMatch(span -> span.to().isAfter(from));
    }

    public boolean muchLongerThan(Duration patience, Instant now) {
        return muchSince != null && muchSince.plus(patience).isBefore(now);
    }

    /** The remark for readers of the result; empty if nothing was left out. */
    public Optional<String> remark() {
        return leftOut > 0 ? Optional.of(ProgressMessages.remarkLeftOut(leftOut)) : Optional.empty();
    }
}
