/** The traffic of a run: shares, the Envoys that hold them, and the noise of both. */
@NullMarked
package dev.redliner.controller.run.traffic;

import org.jspecify.annotations.NullMarked;
