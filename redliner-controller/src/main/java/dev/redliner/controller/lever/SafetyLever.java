package dev.redliner.controller.lever;

import java.util.Optional;

/**
 * Stops every run, and lets none begin until it is released. All controllers on a database share the lever: each sees a
 * change by another within two seconds.
 */
public interface SafetyLever {
    /** The engagement, if no run may begin now. Answers at once, from memory. */
    Optional<Engaged> engaged();

    /**
     * Whether the database has the state that {@link #engaged} returns, so that other controllers see it and a restart
     * keeps it.
     */
    boolean stored();

    /**
     * Engages the lever: in this controller at once, and in others after the database has stored it. Every run is
     * ordered to end before this method returns. If the lever is already engaged, the order is repeated and the first
     * engagement is kept.
     *
     * @return whether the engagement is {@link #stored}; false while the database is unavailable. It then holds in
     *     this controller, also after a restart, and is stored as soon as possible
     */
    boolean engage(String who, String why);

    /**
     * Releases the lever.
     *
     * @return false if it was not engaged
     * @throws org.springframework.dao.DataAccessException if the database is unavailable. The lever then stays engaged
     */
    boolean release(String who, String why);
}
