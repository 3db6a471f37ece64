package dev.redliner.contracts.redirect;

/**
 * A part of a pool's traffic. Shares are whole millionths, so that the asked, acknowledged and compared shares are
 * exactly equal numbers.
 *
 * @param millionths from 0 to 1,000,000
 */
public record Share(int millionths) implements Comparable<Share> {
    public static final int WHOLE_MILLIONTHS = 1_000_000;
    /** Number of buckets into which users are hashed. */
    public static final int BUCKETS = 10_000;

    private static final int MILLIONTHS_PER_BUCKET = WHOLE_MILLIONTHS / BUCKETS;

    public Share {
        if (millionths < 0 || millionths > WHOLE_MILLIONTHS) {
            throw new IllegalArgumentException("share of " + millionths + " millionths is not within 0 to 1,000,000");
        }
    }

    /** The share nearest to a fraction of 1. */
    public static Share ofFraction(double fraction) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("share " + fraction + " is not within 0 to 1");
        }
        return new Share((int) Math.round(fraction * WHOLE_MILLIONTHS));
    }

    /** This share as a fraction of 1. */
    public double fraction() {
        return millionths / (double) WHOLE_MILLIONTHS;
    }

    /** The share that whole buckets of users can provide, rounded down. */
    public Share wholeBuckets() {
        return new Share(buckets() * MILLIONTHS_PER_BUCKET);
    }

    /** This share in whole buckets of users, rounded down. */
    public int buckets() {
        return millionths / MILLIONTHS_PER_BUCKET;
    }

    @Override
    public int compareTo(Share other) {
        return Integer.compare(millionths, other.millionths);
    }

    /** This share in percent, such as {@code 12.5%}. */
    @Override
    public String toString() {
        return java.math.BigDecimal.valueOf(millionths, 4).stripTrailingZeros().toPlainString() + "%";
    }
}
