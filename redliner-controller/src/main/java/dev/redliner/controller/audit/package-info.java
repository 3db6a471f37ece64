/** Who did what, when and why: append-only, and chained by hashes so that a change of the past shows. */
@NullMarked
package dev.redliner.controller.audit;

import org.jspecify.annotations.NullMarked;
