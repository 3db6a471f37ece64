package dev.redliner.controller.run;

import java.util.Set;

/**
 * What follows from an event.
 *
 * @param run the run as it stands now
 * @param commands what to do at once
 */
public record Decision(Run run, Set<Command> commands) {
    public Decision {
        commands = Set.copyOf(commands);
    }
}
