package dev.redliner.contracts.verdict;

/**
 * Requests that were sent and are not answered within the time that the rules allow, and requests whose clients left
 * earlier. Each counts once: in the tick in which it is known to be overdue, or in which its client left. The answer that
 * comes later is in {@code completed}, {@code errors} and the latencies of its own tick, and in {@link #ended} there, so
 * that it can be taken off.
 *
 * <p>A lower bound by counters alone: of the requests in flight at the end of a tick, at least
 * {@code active - sent within the last T} were sent longer than T ago. T is the tightest latency limit of the rules
 * that back off and that hold for nearly all requests.
 *
 * @param newly requests that became overdue
 * @param ended requests among those that were answered or failed in this tick that an earlier tick counted as overdue
 * @param left requests whose clients left and that no tick counted as overdue. Those that left before the answer began
 *     are in no other count
 */
public record Overdue(double newly, double ended, double left) {
    public static final Overdue NONE = new Overdue(0, 0, 0);

    public Overdue {
        if (!(newly >= 0 && ended >= 0 && left >= 0)) {
            throw new IllegalArgumentException(
                    newly + " requests newly overdue, " + ended + " ended, " + left + " left");
        }
    }

    /** Both together. */
    public Overdue plus(Overdue other) {
        return new Overdue(newly + other.newly, ended + other.ended, left + other.left);
    }

    /** What is to be added to the bad answers of the same time, so that each bad request counts once; may be below zero. */
    public double net() {
        return newly + left - ended;
    }
}
