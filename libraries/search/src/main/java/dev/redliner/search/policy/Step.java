package dev.redliner.search.policy;

import dev.redliner.search.Stage;

/** The next load of a search. */
interface Step {
    Stage stage();

    /** Requests per second. */
    double load();

    /** The reason for this load, for users. */
    String why();
}
