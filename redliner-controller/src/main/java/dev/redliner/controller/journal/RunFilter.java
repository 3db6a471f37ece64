package dev.redliner.controller.journal;

import dev.redliner.api.RunState;
import java.util.Optional;

/**
 * Which stored runs a list contains. An empty part leaves none out.
 *
 * @param service runs of this service
 * @param state runs in this state
 * @param by runs that this account, address or schedule started
 * @param dryRuns whether dry runs that are over are among them
 */
public record RunFilter(Optional<String> service, Optional<RunState> state, Optional<String> by, boolean dryRuns) {
    /** All runs. */
    public static final RunFilter ALL = new RunFilter(Optional.empty(), Optional.empty(), Optional.empty());

    /** These runs, including dry runs. */
    public RunFilter(Optional<String> service, Optional<RunState> state, Optional<String> by) {
        this(service, state, by, true);
    }

    /** The runs of a service. */
    public static RunFilter of(String service) {
        return new RunFilter(Optional.of(service), Optional.empty(), Optional.empty());
    }

    /** The runs of a service, except dry runs that are over. */
    public static RunFilter measuring(String service) {
        return new RunFilter(Optional.of(service), Optional.empty(), Optional.empty(), false);
    }

    /** Those of these runs that are in a state. */
    public RunFilter in(RunState wanted) {
        return new RunFilter(service, Optional.of(wanted), by, dryRuns);
    }

    /** Whether no run is left out. */
    public boolean isAll() {
        return equals(ALL);
    }
}
