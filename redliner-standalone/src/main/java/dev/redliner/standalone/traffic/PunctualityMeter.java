package dev.redliner.standalone.traffic;

/** Keeps the sums for {@link Punctuality}. */
final class PunctualityMeter {
    private long requests;
    private long previousNanos;
    private double gapSum;
    private double gapSquares;
    private double lateSum;
    private long lateOverMilli;
    private long worstLate;

    synchronized void sent(long dueNanos, long now) {
        if (requests++ > 0) {
            double gap = now - previousNanos;
            gapSum += gap;
            gapSquares += gap * gap;
        }
        previousNanos = now;
        long late = Math.max(0, now - dueNanos);
        lateSum += late;
        worstLate = Math.max(worstLate, late);
        if (late > 1_000_000) {
            lateOverMilli++;
        }
    }

    synchronized Punctuality read(long stalledNanos) {
        long gaps = Math.max(1, requests - 1);
        double mean = gapSum / gaps;
        double variance = Math.max(0, gapSquares / gaps - mean * mean);
        long divisor = Math.max(1, requests);
        return new Punctuality(
                requests,
                mean > 0 ? Math.sqrt(variance) / mean : 0,
                lateSum / divisor / 1e3,
                (double) lateOverMilli / divisor,
                worstLate / 1e3,
                stalledNanos / 1e6);
    }
}
