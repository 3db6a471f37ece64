package dev.redliner.collector.envoy;

/**
 * Whether the statistics of an Envoy are merged at each read. Without {@code stats_flush_on_admin: true} they are merged
 * every few seconds, and one read has the work of all of them. The uptime is as old as the statistics. It is in whole
 * seconds, so of three reads a second apart it grows at least twice.
 */
final class Freshness {
    private static final int LOOKED_AT = 3;
    private static final int GROWN = 2;

    /** The state of the statistics. */
    enum State {
        FRESH,
        OLD,
        /** There were too few reads. */
        UNKNOWN
    }

    private double before;
    private int reads;
    /** Of the last reads, the newest in the lowest bit, whether the uptime grew. */
    private int grew;

    /** Adds a read, a second after the one before. A restart makes the uptime fall, and the reads begin anew. */
    State of(double uptime) {
        if (uptime < before) {
            reads = 0;
            grew = 0;
        }
        grew = (grew << 1 | (reads > 0 && uptime > before ? 1 : 0)) & ((1 << LOOKED_AT) - 1);
        before = uptime;
        reads++;
        if (reads <= LOOKED_AT) {
            return State.UNKNOWN;
        }
        return Integer.bitCount(grew) >= GROWN ? State.FRESH : State.OLD;
    }
}
