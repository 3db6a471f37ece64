/** The state of a pool's Envoys, according to the reports of the redirectors. */
@NullMarked
package dev.redliner.controller.envoys;

import org.jspecify.annotations.NullMarked;
