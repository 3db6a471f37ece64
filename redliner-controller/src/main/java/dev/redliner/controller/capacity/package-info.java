/** The measured capacity of each service, for other programs. */
@NullMarked
package dev.redliner.controller.capacity;

import org.jspecify.annotations.NullMarked;
