package dev.redliner.controller.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Seconds in which the peers suffered too, as by a shared database, a burst of traffic or the network, or in which a machine
 * stood still. What the SUT did in them says nothing of its capacity, so they are no evidence. Whatever protects users goes by them all the same.
 *
 * @param lately the seconds of the last half minute that are left out
 * @param leftOut how many in all, seconds
 * @param until until when the queue that the last of them left may last; null if there was none
 * @param muchSince since when they are too large a part of the last half minute; null while they are not
 */
record CommonTrouble(List<Span> lately, double leftOut, @Nullable Instant until, @Nullable Instant muchSince) {
    static final CommonTrouble NONE = new CommonTrouble(List.of(), 0, null, null);
    private static final Duration LATELY = Duration.ofSeconds(30);
    /** More than that of half a minute, and what is left may be no fair sample. */
    private static final double MOST_SECONDS = 10;
    /** A host near its limit takes longer to work off what was queued than one that is not. */
    private static final Duration AFTERMATH = Duration.ofSeconds(2);

    /** From and to. */
    record Span(Instant from, Instant to) {
        double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    CommonTrouble {
        lately = List.copyOf(lately);
    }

    /** Whether what was seen from then on is no evidence. */
    boolean includes(Instant from, boolean suffering) {
        return suffering || until != null && from.isBefore(until);
    }

    /**
     * With one more second.
     *
     * @param suffering whether the peers suffer in it
     */
    CommonTrouble saw(Instant from, Instant to, boolean suffering) {
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
        return new CommonTrouble(spans, left ? leftOut + span.seconds() : leftOut, end, much);
    }

    /** Whether there was any since then, so that a rule that looks back so far may speak of it. */
    boolean since(Instant from) {
        return lately.stream().anyMatch(span -> span.to().isAfter(from));
    }

    boolean muchLongerThan(Duration patience, Instant now) {
        return muchSince != null && muchSince.plus(patience).isBefore(now);
    }

    static boolean isWords(String remark) {
        return remark.startsWith(RunMessages.REMARK_LEFT_OUT);
    }

    /** For whoever reads the result. */
    String words() {
        return RunMessages.remarkLeftOut(leftOut);
    }
}
