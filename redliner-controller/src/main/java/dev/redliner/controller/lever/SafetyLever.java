package dev.redliner.controller.lever;

import java.util.Optional;

/**
 * Stops every run and lets none begin until it is released. Shared by all controllers on one database: each sees within
 * two seconds what another did.
 */
public interface SafetyLever {
    /** Whether and why no run may begin now. Answers at once, from memory. */
    Optional<Engaged> engaged();

    /** Whether the database has what {@link #engaged} says, so that others see it and a restart keeps it. */
    boolean stored();

    /**
     * Engages it, here at once and elsewhere when the database has it. Every run is told to end before this returns. On
     * an engaged lever, runs are told again, and who engaged it first stays.
     *
     * @return whether it is {@link #stored}; false while the database does not answer: then it holds here, also after a
     *     restart, and is stored as soon as that is possible
     */
    boolean engage(String who, String why);

    /**
     * Releases it.
     *
     * @return false if it was not engaged
     * @throws org.springframework.dao.DataAccessException if the database does not answer; then it stays engaged
     */
    boolean release(String who, String why);
}
