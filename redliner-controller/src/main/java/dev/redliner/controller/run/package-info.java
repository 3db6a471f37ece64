/** A measurement, from its start until the traffic is restored, as a pure state machine. */
@NullMarked
package dev.redliner.controller.run;

import org.jspecify.annotations.NullMarked;
