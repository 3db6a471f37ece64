package dev.redliner.controller.run;

import java.util.Optional;

/**
 * The result of an event.
 *
 * @param run the run after the event
 * @param order the demand on the traffic to send at once; empty if nothing is to be sent now. Renewals follow
 *     {@link Run#standing}
 * @param watch whether to send the watch at once, because the needed samples changed
 */
public record Decision(Run run, Optional<DesiredTraffic> order, boolean watch) {
    /** Nothing is to be sent. */
    static Decision silent(Run run) {
        return new Decision(run, Optional.empty(), false);
    }
}
