/** One measurement from start to restored, as a pure state machine. */
@NullMarked
package dev.redliner.controller.run;

import org.jspecify.annotations.NullMarked;
