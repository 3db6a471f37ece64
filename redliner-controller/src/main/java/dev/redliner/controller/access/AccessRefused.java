package dev.redliner.controller.access;

/** A request for which the caller has no right. */
public final class AccessRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String who;
    private final String pool;

    /** @param pool empty: the right is needed for all pools */
    AccessRefused(Identity who, Right right, String pool) {
        super(who.name() + " may not " + right.words() + (pool.isEmpty() ? " of all pools" : " of " + pool)
                + ". It needs the role " + String.join(" or ", Role.giving(right))
                + (pool.isEmpty() ? " for all pools." : "."));
        this.who = who.name();
        this.pool = pool;
    }

    /** The caller. */
    public String who() {
        return who;
    }

    /** The pool, or empty for all pools. */
    public String pool() {
        return pool;
    }
}
