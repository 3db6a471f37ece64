/** Restores traffic regardless of the runs, and raises an alarm when a restored share is not seen. */
@NullMarked
package dev.redliner.controller.restore;

import org.jspecify.annotations.NullMarked;
