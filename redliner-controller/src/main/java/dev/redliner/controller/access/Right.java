package dev.redliner.controller.access;

/** A right to a kind of action. Some rights are held per pool. Every account may read, which needs none. */
public enum Right {
    /** Start and dismiss runs, change and pause schedules, and, for all pools, release the safety lever. */
    RUN("start runs and change schedules"),
    /** Abort runs, and, for all pools, engage the safety lever and restore everything. */
    ABORT("abort runs"),
    /** Change and delete services. With {@code mode: full} this moves the traffic of the pool. */
    CONFIGURE("change services"),
    /** Send notifications. */
    ADMINISTER("administer the server");

    private final String words;

    Right(String words) {
        this.words = words;
    }

    /** The action, such as "abort runs". */
    public String words() {
        return words;
    }
}
