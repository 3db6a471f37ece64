package dev.redliner.standalone.chaos;

/** The process died in the middle of a call. An error, so that nothing that handles exceptions goes on. */
final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed(String machine) {
        super(machine, null, false, false);
    }
}
