package dev.redliner.contracts.verdict;

/**
 * Requests that are not answered within the time that the rules allow, and requests whose clients left earlier. Each
 * request counts once: in the tick in which it became overdue, or in which its client left. A later answer is counted
 * in {@code completed}, {@code errors} and the latencies of its own tick. It is also in {@link #ended} of that tick, so
 * that it can be subtracted.
 *
 * <p>The count is a lower bound that uses counters alone. Of the requests in flight at the end of a tick, at least
 * {@code active - sent within the last T} were sent longer than T ago. T is the tightest latency limit of the rules
 * that back off and that apply to nearly all requests.
 *
 * @param newly requests that became overdue
 * @param ended requests that an earlier tick counted as overdue and that were answered or failed in this tick
 * @param left requests whose clients left and that no tick counted as overdue. Requests whose clients left before the
 *     answer began are in no other count
 */
public record Overdue(double newly, double ended, double left) {
    public static final Overdue NONE = new Overdue(0, 0, 0);

    public Overdue {
        if (!(newly >= 0 && ended >= 0 && left >= 0)) {
            throw new IllegalArgumentException(
                    newly + " requests newly overdue, " + ended + " ended, " + left + " left");
        }
    }

    /** The sum of both counts. */
    public Overdue plus(Overdue other) {
        return new Overdue(newly + other.newly, ended + other.ended, left + other.left);
    }

    /** Number to add to the bad answers of the same time, so that each bad request counts once; may be below zero. */
    public double net() {
        return newly + left - ended;
    }
}
