/** The safety lever: one call stops every run, and no other begins until it is released. */
@NullMarked
package dev.redliner.controller.lever;

import org.jspecify.annotations.NullMarked;
