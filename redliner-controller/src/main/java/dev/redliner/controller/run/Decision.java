package dev.redliner.controller.run;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What follows from an event.
 *
 * @param run the run as it stands now
 * @param commands what to do at once
 */
public record Decision(Run run, Set<Command> commands) {
    public Decision {
        // in the order of the enum: Set.copyOf has another order in each process, and a replay must not
        var ordered = EnumSet.noneOf(Command.class);
        ordered.addAll(commands);
        commands = Collections.unmodifiableSet(ordered);
    }
}
