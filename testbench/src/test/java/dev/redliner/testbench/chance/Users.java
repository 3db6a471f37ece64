package dev.redliner.testbench.chance;

import dev.redliner.contracts.redirect.Share;

/**
 * The users of a front-end pool in their buckets. Some are busier than others, so that the buckets of a share have a
 * little more or less than this share of the requests.
 */
final class Users {
    /** Users that are active at a time, for each request per second: each one makes a request in ten seconds. */
    private static final double FOR_EACH_RPS = 10;

    /** The part of the requests up to each bucket. */
    private final double[] upTo = new double[Share.BUCKETS];

    /** Draws users whose rates are distributed exponentially. */
    Users(Draws draws, double poolRps) {
        double sum = 0;
        for (int bucket = 0; bucket < upTo.length; bucket++) {
            long users = draws.poisson(FOR_EACH_RPS * poolRps / upTo.length);
            for (long user = 0; user < users; user++) {
                sum -= Math.log(1 - draws.uniform());
            }
            upTo[bucket] = sum;
        }
        for (int bucket = 0; bucket < upTo.length; bucket++) {
            upTo[bucket] /= sum;
        }
    }

    /** The part of the requests that come from the buckets of a share. */
    double part(Share share) {
        int buckets = share.buckets();
        return buckets == 0 ? 0 : upTo[buckets - 1];
    }
}
