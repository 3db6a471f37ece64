/** Carries a run's decisions out and brings it events, at the pace of the real clock. */
@NullMarked
package dev.redliner.controller.drive;

import org.jspecify.annotations.NullMarked;
