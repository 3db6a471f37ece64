package dev.redliner.controller.run.evidence;

import dev.redliner.controller.run.message.EndMessages;
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
 * @param suffered all seconds that were left out because the peers suffered
 * @param stalled all seconds that were left out because a machine stood still
 * @param last the cause of the last of them; null if there was none
 * @param until end of the time in which the queue of the last such second may remain; null if there was none
 * @param muchSince since when too large a part of the last half minute is left out; null while it is not
 */
public record SharedIncident(
        List<Span> lately,
        double suffered,
        double stalled,
        @Nullable Cause last,
        @Nullable Instant until,
        @Nullable Instant muchSince) {
    public static final SharedIncident NONE = new SharedIncident(List.of(), 0, 0, null, null, null);
    private static final Duration LATELY = Duration.ofSeconds(30);
    /** Limit in half a minute. Beyond it, the remaining seconds may not be a fair sample. */
    private static final double MOST_SECONDS = 10;
    /** A host near its limit takes longer to work off a queue than other hosts. */
    private static final Duration AFTERMATH = Duration.ofSeconds(2);

    /** Why a second is no evidence. */
    public enum Cause {
        /** The peers suffered too. */
        PEERS,
        /** A machine stood still. If it is that of the peers, they suffer because of it. */
        STALL
    }

    /** A span of time that is no evidence. */
    record Span(Instant from, Instant to, Cause cause) {
        double seconds() {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    public SharedIncident {
        lately = List.copyOf(lately);
    }

    /** Why observations from this time on are no evidence; empty if they are. */
    public Optional<Cause> cause(Instant from, @Nullable Cause ofSecond) {
        boolean after = until != null && from.isBefore(until);
        // requests that a stall delayed are answered in the next second, also those of the peers
        boolean ofStall = after && last == Cause.STALL && ofSecond == Cause.PEERS;
        if (ofSecond != null && !ofStall) {
            return Optional.of(ofSecond);
        }
        return after ? Optional.ofNullable(last) : Optional.empty();
    }

    /**
     * Adds a second.
     *
     * @param ofSecond why this second is no evidence; null if it is, or is only in the aftermath of another
     */
    public SharedIncident observe(Instant from, Instant to, @Nullable Cause ofSecond) {
        Optional<Cause> cause = cause(from, ofSecond);
        Instant end = ofSecond == null ? until : to.plus(AFTERMATH);
        var spans = new ArrayList<>(lately);
        spans.removeIf(span -> span.to().plus(LATELY).isBefore(to));
        cause.ifPresent(why -> spans.add(new Span(from, to, why)));
        double seconds = spans.stream().mapToDouble(Span::seconds).sum();
        Instant much = seconds <= MOST_SECONDS ? null : muchSince == null ? to : muchSince;
        return new SharedIncident(
                spans,
                suffered + seconds(from, to, cause, Cause.PEERS),
                stalled + seconds(from, to, cause, Cause.STALL),
                cause.orElse(last),
                end,
                much);
    }

    private static double seconds(Instant from, Instant to, Optional<Cause> cause, Cause which) {
        return cause.filter(which::equals).isPresent() ? new Span(from, to, which).seconds() : 0;
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
        return suffered + stalled > 0
                ? Optional.of(ProgressMessages.remarkLeftOut(suffered, stalled))
                : Optional.empty();
    }

    /** The reason for the end of a run, by the cause of most of the last half minute. */
    public String reason(Duration patience, List<String> sut) {
        double still = lately.stream()
                .filter(span -> span.cause() == Cause.STALL)
                .mapToDouble(Span::seconds)
                .sum();
        double all = lately.stream().mapToDouble(Span::seconds).sum();
        return 2 * still > all ? EndMessages.machineStoodStill(patience) : EndMessages.peersSufferToo(patience, sut);
    }
}
