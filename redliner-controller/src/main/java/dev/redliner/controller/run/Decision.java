package dev.redliner.controller.run;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The result of an event.
 *
 * @param run the run after the event
 * @param commands the commands to execute at once
 */
public record Decision(Run run, Set<Command> commands) {
    public Decision {
        // in the order of the enum: the order of Set.copyOf differs from process to process, and that of a replay must
        // not
        var ordered = EnumSet.noneOf(Command.class);
        ordered.addAll(commands);
        commands = Collections.unmodifiableSet(ordered);
    }
}
