/** Puts traffic back whatever runs say, and raises the alarm when a restored share is not seen. */
@NullMarked
package dev.redliner.controller.restore;

import org.jspecify.annotations.NullMarked;
